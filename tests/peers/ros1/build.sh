#!/usr/bin/env bash
# Builds the nodes and the messages beside this file: build.sh DIRECTORY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=teledeck_test_msgs
mkdir -p "$1"
cd "$1"

include=()
for name in std_msgs geometry_msgs; do
    include+=(-I "$name:/usr/share/$name/msg")
done
include+=(-I "$package:$here/$package/msg")

# messages for Python and C++
python=/usr/bin/python3
mkdir -p "python/$package"/{msg,srv} "include/$package"
touch "python/$package/__init__.py"
for file in "$here/$package"/{msg/*.msg,srv/*.srv}; do
    kind=${file##*.}
    $python "/usr/lib/genpy/gen${kind}_py.py" "${include[@]}" -p $package -o "python/$package/$kind" "$file"
    $python /usr/lib/gencpp/gen_cpp.py "$file" "${include[@]}" -p $package -o "include/$package" -e /usr/share/gencpp
done
for kind in msg srv; do
    $python /usr/lib/genpy/genmsg_py.py --initpy -o "python/$package/$kind"
done

# two at a time
for source in "$here"/*.cpp; do
    while (($(jobs -rp | wc -l) >= 2)); do wait -n; done
    name=$(basename "$source" .cpp)
    # shellcheck disable=SC2046 # many words
    g++ -std=c++17 -O2 -Wall -I include "$source" -o "$name" $(pkg-config --cflags --libs roscpp) &
done
while (($(jobs -rp | wc -l))); do wait -n; done
