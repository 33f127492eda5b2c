// A roscpp node that prints what it hears, a line of JSON a message: listener TOPIC TYPE [TOPIC TYPE…]
#include <ros/ros.h>

#include <chrono>
#include <vector>

#include "common.hpp"

struct Listen
{
    ros::NodeHandle& node;
    std::vector<ros::Subscriber>& subscribers;
    std::string topic;

    template <typename Message>
    void operator()() const
    {
        auto heard = [topic = topic](const ros::MessageEvent<Message const>& event) {
            const auto now = std::chrono::system_clock::now().time_since_epoch();
            const Message& message = *event.getConstMessage();
            std::vector<uint8_t> data(ros::serialization::serializationLength(message));
            ros::serialization::OStream out(data.data(), data.size());
            ros::serialization::serialize(out, message);
            std::printf("{\"topic\": \"%s\", \"received_ns\": %lld, \"callerid\": \"%s\", \"hex\": \"", topic.c_str(),
                        static_cast<long long>(std::chrono::nanoseconds(now).count()),
                        event.getPublisherName().c_str());
            for (uint8_t byte : data)
            {
                std::printf("%02x", byte);
            }
            std::printf("\"}\n");
            std::fflush(stdout);
        };
        subscribers.push_back(node.subscribe<Message>(
            topic, 1000, boost::function<void(const ros::MessageEvent<Message const>&)>(heard)));
    }
};

int main(int argc, char** argv)
{
    ros::init(argc, argv, "listener", ros::init_options::AnonymousName);
    ros::NodeHandle node;
    std::vector<ros::Subscriber> subscribers;
    for (int i = 1; i + 1 < argc; i += 2)
    {
        if (!with_type(argv[i + 1], Listen{node, subscribers, argv[i]}))
        {
            return 2;
        }
    }
    ros::spin();
}
