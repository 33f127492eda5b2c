#!/usr/bin/env bash
# A real ROS 1 for the tests: packages of Debian 12, on the system's own Python, and what builds C++ nodes.
#
#   ros1_packages.sh install    add those that are missing (root, or sudo; about a minute when all are), then see that they work
#   ros1_packages.sh check      only see whether all are there; 1 and the missing ones' names if not
#
# The tools are /usr/bin/roscore, rostopic, …; they need nothing sourced.
set -euo pipefail

packages=(
    # the master, the tools, rospy
    python3-rosmaster python3-rospy python3-roslaunch python3-rostopic python3-rosnode python3-rosservice python3-rosparam
    python3-rosbag python3-rosmsg rosout topic-tools
    # messages for Python
    python3-std-msgs python3-std-srvs python3-sensor-msgs python3-geometry-msgs python3-nav-msgs python3-tf2-msgs
    python3-rosgraph-msgs python3-actionlib python3-actionlib-msgs python3-diagnostic-msgs python3-move-base-msgs
    # their definitions, which the generators read
    ros-std-msgs ros-std-srvs ros-sensor-msgs ros-geometry-msgs ros-nav-msgs ros-tf2-msgs ros-rosgraph-msgs ros-actionlib-msgs
    # roscpp, messages for C++, and what makes both from a definition
    libroscpp-dev libstd-msgs-dev libstd-srvs-dev libsensor-msgs-dev libgeometry-msgs-dev libnav-msgs-dev libtf2-msgs-dev
    python3-genmsg python3-gencpp python3-genpy g++ pkg-config
)

# shellcheck source=tests/peers/packages.sh
. "$(dirname "$(readlink -f "$0")")/packages.sh"

install() {
    add_missing
    /usr/bin/python3 -c 'import rospy, rostopic, rosmaster, nav_msgs.msg, tf2_msgs.msg, diagnostic_msgs.msg, actionlib, move_base_msgs.msg, genpy, gencpp'
    pkg-config --exists roscpp
    echo "ROS $(dpkg-query -W -f '${Version}' libroscpp-dev) is there"
}

case ${1:-} in
install) install ;;
check)
    names=$(missing)
    [[ -z $names ]] || { echo "$names" && exit 1; }
    ;;
*)
    sed -n '2,7p' "$0"
    exit 2
    ;;
esac
