// The message types that the C++ nodes know by name.
#pragma once

#include <geometry_msgs/PoseStamped.h>
#include <geometry_msgs/Twist.h>
#include <nav_msgs/OccupancyGrid.h>
#include <nav_msgs/Odometry.h>
#include <sensor_msgs/CompressedImage.h>
#include <sensor_msgs/Image.h>
#include <sensor_msgs/Imu.h>
#include <sensor_msgs/LaserScan.h>
#include <sensor_msgs/PointCloud2.h>
#include <std_msgs/Empty.h>
#include <std_msgs/Float64.h>
#include <std_msgs/String.h>
#include <teledeck_test_msgs/Everything.h>
#include <tf2_msgs/TFMessage.h>

#include <cstdio>
#include <string>

// Calls visitor.operator()<Message>() for the type of that name; false if there is none.
template <typename Visitor>
bool with_type(const std::string& name, const Visitor& visitor)
{
#define TYPE(package, type)                                  \
    if (name == #package "/" #type)                          \
    {                                                        \
        visitor.template operator()<package::type>();        \
        return true;                                         \
    }
    TYPE(std_msgs, Empty)
    TYPE(std_msgs, Float64)
    TYPE(std_msgs, String)
    TYPE(geometry_msgs, PoseStamped)
    TYPE(geometry_msgs, Twist)
    TYPE(nav_msgs, OccupancyGrid)
    TYPE(nav_msgs, Odometry)
    TYPE(sensor_msgs, CompressedImage)
    TYPE(sensor_msgs, Image)
    TYPE(sensor_msgs, Imu)
    TYPE(sensor_msgs, LaserScan)
    TYPE(sensor_msgs, PointCloud2)
    TYPE(tf2_msgs, TFMessage)
    TYPE(teledeck_test_msgs, Everything)
#undef TYPE
    std::fprintf(stderr, "unknown type %s\n", name.c_str());
    return false;
}
