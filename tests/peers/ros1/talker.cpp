// A roscpp node that publishes serialized samples, each a file, one after the other and over again:
// talker TOPIC TYPE RATE [latch] SAMPLE…
#include <ros/ros.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "common.hpp"

struct Talk
{
    std::string topic;
    double rate;
    bool latch;
    std::vector<std::string> files;

    template <typename Message>
    void operator()() const
    {
        std::vector<Message> messages;
        for (const auto& file : files)
        {
            std::ifstream stream(file, std::ios::binary);
            std::vector<uint8_t> data{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
            ros::serialization::IStream in(data.data(), data.size());
            Message message;
            ros::serialization::deserialize(in, message);
            messages.push_back(message);
        }
        ros::NodeHandle node;
        ros::Publisher publisher = node.advertise<Message>(topic, 100, latch);
        ros::WallRate pace(rate);
        for (size_t i = 0; ros::ok(); i = (i + 1) % messages.size())
        {
            publisher.publish(messages[i]);
            ros::spinOnce();
            pace.sleep();
        }
    }
};

int main(int argc, char** argv)
{
    ros::init(argc, argv, "talker", ros::init_options::AnonymousName);
    Talk talk{argv[1], std::stod(argv[3]), false, {argv + 4, argv + argc}};
    if (talk.files.front() == "latch")
    {
        talk.latch = true;
        talk.files.erase(talk.files.begin());
    }
    return with_type(argv[2], talk) ? 0 : 2;
}
