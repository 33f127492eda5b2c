// A roscpp node with services: /cpp/join joins texts and refuses if there are none, /cpp/reset is a std_srvs/Empty.
#include <ros/ros.h>
#include <std_srvs/Empty.h>
#include <teledeck_test_msgs/Join.h>

bool join(teledeck_test_msgs::Join::Request& request, teledeck_test_msgs::Join::Response& response)
{
    if (request.texts.empty())
    {
        return false;
    }
    for (const auto& text : request.texts)
    {
        response.text += (response.text.empty() ? "" : request.MARK) + text;
    }
    response.when = ros::Time(12, 34);
    response.parts = {request.part, request.part};
    return true;
}

bool reset(std_srvs::Empty::Request&, std_srvs::Empty::Response&)
{
    return true;
}

int main(int argc, char** argv)
{
    ros::init(argc, argv, "cpp_services", ros::init_options::AnonymousName);
    ros::NodeHandle node;
    ros::ServiceServer first = node.advertiseService("/cpp/join", join);
    ros::ServiceServer second = node.advertiseService("/cpp/reset", reset);
    ros::spin();
}
