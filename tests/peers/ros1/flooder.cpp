// A roscpp node that publishes texts, so many at a stroke and then a pause: flooder TOPIC BYTES QUEUE STROKE PAUSE_US
#include <ros/ros.h>
#include <std_msgs/String.h>

int main(int argc, char** argv)
{
    ros::init(argc, argv, "flooder", ros::init_options::AnonymousName);
    ros::NodeHandle node;
    ros::Publisher publisher = node.advertise<std_msgs::String>(argv[1], std::stoi(argv[3]));
    const int stroke = std::stoi(argv[4]);
    // without one a flooder keeps its own links from sending: they need the lock that publishing holds
    const ros::WallDuration pause(std::stod(argv[5]) / 1e6);
    std_msgs::String message;
    // the length of a text takes four bytes
    message.data.assign(std::stoul(argv[2]) - 4, 'x');
    while (ros::ok())
    {
        for (int i = 0; i < stroke && publisher.getNumSubscribers() > 0; ++i)
        {
            publisher.publish(message);
        }
        pause.sleep();
    }
}
