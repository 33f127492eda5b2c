// A roscpp node that writes into the log of the whole graph: logger RATE
#include <ros/ros.h>

int main(int argc, char** argv)
{
    ros::init(argc, argv, "logger", ros::init_options::AnonymousName);
    ros::NodeHandle node;
    const double rate = std::stod(argv[1]);
    // bursts: no pace is as fine as a thousandth of a second
    const double pauses = std::min(rate, 100.0);
    const int burst = static_cast<int>(rate / pauses);
    ros::WallRate pace(pauses);
    for (unsigned long number = 0; ros::ok();)
    {
        for (int i = 0; i < burst; ++i, ++number)
        {
            if (number % 10 == 0)
            {
                ROS_WARN("line %lu, a warning", number);
            }
            else
            {
                ROS_INFO("line %lu", number);
            }
        }
        pace.sleep();
    }
}
