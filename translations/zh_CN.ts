<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionWording</name>
    <message>
        <source>&amp;Filter topics</source>
        <comment>FILTER_TOPICS</comment>
        <translation>筛选话题(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Monitor rate</source>
        <comment>MONITOR_RATE</comment>
        <translation>监测频率(&amp;M)</translation>
    </message>
    <message>
        <source>Topics: monitor rate and bandwidth, or stop</source>
        <comment>MEASURE_NAME</comment>
        <translation>话题：开始或停止监测频率和带宽</translation>
    </message>
    <message>
        <source>&amp;Next live topic</source>
        <comment>NEXT_LIVE_TOPIC</comment>
        <translation>下一个有数据的话题(&amp;N)</translation>
    </message>
    <message>
        <source>Topics: next live topic</source>
        <comment>NEXT_LIVE_NAME</comment>
        <translation>话题：下一个有数据的话题</translation>
    </message>
    <message>
        <source>&amp;Read by name…</source>
        <comment>READ_BY_NAME</comment>
        <translation>按名称读取(&amp;R)…</translation>
    </message>
    <message>
        <source>Topics: read by name</source>
        <comment>READ_NAME</comment>
        <translation>话题：按名称读取</translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开(&amp;E)</translation>
    </message>
    <message>
        <source>Topics: expand all</source>
        <comment>TOPICS_EXPAND_ALL</comment>
        <translation>话题：全部展开</translation>
    </message>
    <message>
        <source>&amp;Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠(&amp;C)</translation>
    </message>
    <message>
        <source>Topics: collapse all</source>
        <comment>TOPICS_COLLAPSE_ALL</comment>
        <translation>话题：全部折叠</translation>
    </message>
    <message>
        <source>Copy as c&amp;ommand line</source>
        <comment>COPY_AS_COMMAND_LINE</comment>
        <translation>复制为命令行(&amp;O)</translation>
    </message>
    <message>
        <source>Topics: copy as command line</source>
        <comment>TOPICS_COPY_AS_COMMAND</comment>
        <translation>话题：复制为命令行</translation>
    </message>
    <message>
        <source>&amp;Pause the message</source>
        <comment>PAUSE_THE_MESSAGE</comment>
        <translation>暂停消息(&amp;P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <comment>PAUSE</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Record &amp;now</source>
        <comment>RECORD</comment>
        <translation>立即录制(&amp;N)</translation>
    </message>
    <message>
        <source>Record</source>
        <comment>RECORD_WORD</comment>
        <translation>录制</translation>
    </message>
    <message>
        <source>Record: begin or end</source>
        <comment>RECORD_NAME</comment>
        <translation>录制：开始或结束</translation>
    </message>
    <message>
        <source>Record all topics that are subscribed to into a file, until it is pressed again</source>
        <comment>RECORD_TIP</comment>
        <translation>把所有已订阅的话题录制到一个文件，再按一次结束</translation>
    </message>
    <message>
        <source>Mark th&amp;is moment</source>
        <comment>MARK</comment>
        <translation>标记此刻(&amp;I)</translation>
    </message>
    <message>
        <source>Record: mark this moment</source>
        <comment>MARK_NAME</comment>
        <translation>录制：标记此刻</translation>
    </message>
    <message>
        <source>&amp;Words of the last mark</source>
        <comment>WORDS_OF_MARK</comment>
        <translation>上一个标记的文字(&amp;W)</translation>
    </message>
    <message>
        <source>Record: words of the last mark</source>
        <comment>WORDS_OF_MARK_NAME</comment>
        <translation>录制：上一个标记的文字</translation>
    </message>
    <message>
        <source>Record chosen &amp;topics…</source>
        <comment>RECORD_CHOSEN</comment>
        <translation>录制所选话题(&amp;T)…</translation>
    </message>
    <message>
        <source>Record: chosen topics</source>
        <comment>RECORD_CHOSEN_NAME</comment>
        <translation>录制：所选话题</translation>
    </message>
    <message>
        <source>&amp;Keep the last minutes…</source>
        <comment>KEEP_LAST</comment>
        <translation>保留最近几分钟(&amp;K)…</translation>
    </message>
    <message>
        <source>Record: keep the last minutes</source>
        <comment>KEEP_LAST_NAME</comment>
        <translation>录制：保留最近几分钟</translation>
    </message>
    <message>
        <source>&amp;Look back, or go back to now</source>
        <comment>LOOK_BACK</comment>
        <translation>回看，或回到现在(&amp;L)</translation>
    </message>
    <message>
        <source>Record: look back ten seconds, or go back to now</source>
        <comment>LOOK_BACK_NAME</comment>
        <translation>录制：回看十秒，或回到现在</translation>
    </message>
    <message>
        <source>Open folder of recordin&amp;gs</source>
        <comment>OPEN_RECORDINGS</comment>
        <translation>打开录制文件夹(&amp;G)</translation>
    </message>
    <message>
        <source>Record: open the folder of recordings</source>
        <comment>OPEN_RECORDINGS_NAME</comment>
        <translation>录制：打开录制文件夹</translation>
    </message>
    <message>
        <source>Hold this message while others arrive</source>
        <comment>PAUSE_TIP</comment>
        <translation>停在这条消息，其他消息照常到达</translation>
    </message>
    <message>
        <source>Copy &amp;message as JSON</source>
        <comment>COPY_MESSAGE_AS_JSON</comment>
        <translation>将消息复制为 JSON(&amp;M)</translation>
    </message>
    <message>
        <source>Copy &amp;value of the field</source>
        <comment>COPY_VALUE_OF_THE</comment>
        <translation>复制字段的值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy p&amp;ath of the field</source>
        <comment>COPY_PATH_OF_THE</comment>
        <translation>复制字段路径(&amp;A)</translation>
    </message>
    <message>
        <source>Copy name of the &amp;topic</source>
        <comment>COPY_NAME_OF_THE</comment>
        <translation>复制话题名称(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Go to element of a list…</source>
        <comment>GO_TO_ELEMENT_OF</comment>
        <translation>转到列表元素(&amp;G)…</translation>
    </message>
    <message>
        <source>Show &amp;raw bytes</source>
        <comment>SHOW_RAW_BYTES</comment>
        <translation>显示原始字节(&amp;R)</translation>
    </message>
    <message>
        <source>Show &amp;history of the field</source>
        <comment>SHOW_HISTORY_OF_THE</comment>
        <translation>显示字段历史(&amp;H)</translation>
    </message>
    <message>
        <source>History</source>
        <comment>HISTORY</comment>
        <translation>历史</translation>
    </message>
    <message>
        <source>Last values of the selected field</source>
        <comment>HISTORY_TIP</comment>
        <translation>所选字段最近的值</translation>
    </message>
    <message>
        <source>&amp;World bar</source>
        <comment>WORLD_BAR</comment>
        <translation>仿真世界栏(&amp;W)</translation>
    </message>
    <message>
        <source>Show or hide the world bar</source>
        <comment>SHOW_OR_HIDE_THE</comment>
        <translation>显示或隐藏仿真世界栏</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <comment>PAUSE_CAPTION</comment>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>World: pause or resume</source>
        <comment>WORLD_PAUSE_OR_RESUME</comment>
        <translation>仿真世界：暂停或继续</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <comment>STEP</comment>
        <translation>单步(&amp;S)</translation>
    </message>
    <message>
        <source>World: step</source>
        <comment>WORLD_STEP</comment>
        <translation>仿真世界：单步</translation>
    </message>
    <message>
        <source>Reset &amp;world…</source>
        <comment>RESET_WORLD</comment>
        <translation>重置仿真世界(&amp;W)…</translation>
    </message>
    <message>
        <source>World: reset time and models…</source>
        <comment>WORLD_RESET_TIME_AND</comment>
        <translation>仿真世界：重置时间和模型…</translation>
    </message>
    <message>
        <source>Reset &amp;time…</source>
        <comment>RESET_TIME</comment>
        <translation>重置时间(&amp;T)…</translation>
    </message>
    <message>
        <source>World: reset time…</source>
        <comment>RESET_TIME_NAME</comment>
        <translation>仿真世界：重置时间…</translation>
    </message>
    <message>
        <source>Reset &amp;models…</source>
        <comment>RESET_MODELS</comment>
        <translation>重置模型(&amp;M)…</translation>
    </message>
    <message>
        <source>World: reset models…</source>
        <comment>RESET_MODELS_NAME</comment>
        <translation>仿真世界：重置模型…</translation>
    </message>
    <message>
        <source>&amp;Console</source>
        <comment>CONSOLE</comment>
        <translation>控制台(&amp;C)</translation>
    </message>
    <message>
        <source>Robot: show or hide the console</source>
        <comment>CONSOLE_NAME</comment>
        <translation>机器人：显示或隐藏控制台</translation>
    </message>
    <message>
        <source>&amp;Parameters</source>
        <comment>PARAMETERS</comment>
        <translation>参数(&amp;P)</translation>
    </message>
    <message>
        <source>Robot: show or hide the parameters</source>
        <comment>ROBOT_SHOW_OR_HIDE</comment>
        <translation>机器人：显示或隐藏参数</translation>
    </message>
    <message>
        <source>Call and p&amp;ublish</source>
        <comment>CALL_AND_PUBLISH</comment>
        <translation>调用和发布(&amp;U)</translation>
    </message>
    <message>
        <source>Robot: call a service or publish a topic</source>
        <comment>ROBOT_CALL_A_SERVICE</comment>
        <translation>机器人：调用服务或发布话题</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <comment>NODES</comment>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <source>Robot: show or hide the nodes</source>
        <comment>ROBOT_SHOW_OR_HIDE_THE</comment>
        <translation>机器人：显示或隐藏节点</translation>
    </message>
    <message>
        <source>&amp;Goals</source>
        <comment>GOALS</comment>
        <translation>目标(&amp;G)</translation>
    </message>
    <message>
        <source>Robot: show or hide goals of actions</source>
        <comment>ROBOT_SHOW_OR_HIDE_GOALS</comment>
        <translation>机器人：显示或隐藏动作目标</translation>
    </message>
    <message>
        <source>&amp;Joints</source>
        <comment>JOINTS</comment>
        <translation>关节(&amp;J)</translation>
    </message>
    <message>
        <source>Robot: show or hide the joints</source>
        <comment>ROBOT_SHOW_OR_HIDE_THE_JOINTS</comment>
        <translation>机器人：显示或隐藏关节</translation>
    </message>
    <message>
        <source>&amp;Frames (tf)</source>
        <comment>FRAMES_TF</comment>
        <translation>坐标系（tf）(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Diagnostics</source>
        <comment>DIAGNOSTICS</comment>
        <translation>诊断(&amp;D)</translation>
    </message>
    <message>
        <source>Robot: show or hide the diagnostics</source>
        <comment>ROBOT_SHOW_OR_HIDE_THE_DIAGNOSTICS</comment>
        <translation>机器人：显示或隐藏诊断</translation>
    </message>
    <message>
        <source>Robot: show or hide the coordinate frames</source>
        <comment>ROBOT_SHOW_OR_HIDE_THE_COORDINATE</comment>
        <translation>机器人：显示或隐藏坐标系</translation>
    </message>
    <message>
        <source>New i&amp;mage view</source>
        <comment>NEW_IMAGE_VIEW</comment>
        <translation>新建图像视图(&amp;M)</translation>
    </message>
    <message>
        <source>New image view</source>
        <comment>NEW_IMAGE_NAME</comment>
        <translation>新建图像视图</translation>
    </message>
    <message>
        <source>Plot&amp;s</source>
        <comment>PLOTS</comment>
        <translation>曲线图(&amp;S)</translation>
    </message>
    <message>
        <source>chart graph curve</source>
        <comment>PLOTS_WORDS</comment>
        <translation>图表 波形 曲线 quxian</translation>
    </message>
    <message>
        <source>Plots: show or hide</source>
        <comment>PLOTS_SHOW_OR_HIDE</comment>
        <translation>曲线图：显示或隐藏</translation>
    </message>
    <message>
        <source>&amp;New plot</source>
        <comment>NEW_PLOT</comment>
        <translation>新建曲线图(&amp;N)</translation>
    </message>
    <message>
        <source>Plots: new plot</source>
        <comment>PLOTS_NEW_PLOT</comment>
        <translation>曲线图：新建曲线图</translation>
    </message>
    <message>
        <source>New gro&amp;up of plots</source>
        <comment>NEW_GROUP_OF_PLOTS</comment>
        <translation>新建曲线图组(&amp;U)</translation>
    </message>
    <message>
        <source>Plots: new group of plots</source>
        <comment>NEW_PLOTS_NAME</comment>
        <translation>曲线图：新建曲线图组</translation>
    </message>
    <message>
        <source>P&amp;ause plots</source>
        <comment>PAUSE_PLOTS</comment>
        <translation>暂停曲线图(&amp;A)</translation>
    </message>
    <message>
        <source>Plots: pause or follow</source>
        <comment>PLOTS_PAUSE_OR_FOLLOW</comment>
        <translation>曲线图：暂停或跟随</translation>
    </message>
    <message>
        <source>Lin&amp;k the time of plots</source>
        <comment>LINK_THE_TIME_OF</comment>
        <translation>联动曲线图时间(&amp;K)</translation>
    </message>
    <message>
        <source>Plots: link the time of all groups</source>
        <comment>LINK_NAME</comment>
        <translation>曲线图：联动所有组的时间</translation>
    </message>
    <message>
        <source>New to&amp;p view</source>
        <comment>NEW_TOP_VIEW</comment>
        <translation>新建俯视图(&amp;P)</translation>
    </message>
    <message>
        <source>New top view</source>
        <comment>NEW_TOP_VIEW_WORD</comment>
        <translation>新建俯视图</translation>
    </message>
    <message>
        <source>New &amp;robot state timeline</source>
        <comment>NEW_STATE_TIMELINE</comment>
        <translation>新建机器人状态时间线(&amp;R)</translation>
    </message>
    <message>
        <source>New state timeline</source>
        <comment>NEW_STATES_NAME</comment>
        <translation>新建状态时间线</translation>
    </message>
    <message>
        <source>Anal&amp;yse</source>
        <comment>ANALYSE</comment>
        <translation>分析(&amp;Y)</translation>
    </message>
    <message>
        <source>Analyse: spectrum, histogram, timing of the selection</source>
        <comment>ANALYSE_NAME</comment>
        <translation>分析：所选内容的频谱、直方图、时序</translation>
    </message>
    <message>
        <source>Anot&amp;her analysis</source>
        <comment>ANOTHER_ANALYSIS</comment>
        <translation>新建分析(&amp;H)</translation>
    </message>
    <message>
        <source>Analyse: new analysis</source>
        <comment>NEW_ANALYSIS_NAME</comment>
        <translation>分析：新建分析</translation>
    </message>
    <message>
        <source>Drive &amp;panel</source>
        <comment>DRIVE_PANEL</comment>
        <translation>驾驶面板(&amp;P)</translation>
    </message>
    <message>
        <source>Drive: show or hide the drive panel</source>
        <comment>DRIVE_PANEL_NAME</comment>
        <translation>驾驶：显示或隐藏驾驶面板</translation>
    </message>
    <message>
        <source>teleoperate steer control</source>
        <comment>DRIVE_WORDS</comment>
        <translation>遥控 操控 控制 jiashi</translation>
    </message>
    <message>
        <source>Drive &amp;mode</source>
        <comment>DRIVE_MODE</comment>
        <translation>驾驶模式(&amp;M)</translation>
    </message>
    <message>
        <source>Drive: drive mode on or off</source>
        <comment>DRIVE_MODE_NAME</comment>
        <translation>驾驶：打开或关闭驾驶模式</translation>
    </message>
    <message>
        <source>&amp;STOP</source>
        <comment>STOP</comment>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Drive: STOP</source>
        <comment>DRIVE_STOP</comment>
        <translation>驾驶：停止</translation>
    </message>
    <message>
        <source>halt emergency brake</source>
        <comment>STOP_WORDS</comment>
        <translation>急停 停车 刹车 jiting tingzhi</translation>
    </message>
    <message>
        <source>&amp;Arm</source>
        <comment>ARM</comment>
        <translation>解锁(&amp;A)</translation>
    </message>
    <message>
        <source>Drive: arm</source>
        <comment>DRIVE_ARM</comment>
        <translation>驾驶：解锁</translation>
    </message>
    <message>
        <source>&amp;Disarm</source>
        <comment>DISARM</comment>
        <translation>锁定(&amp;D)</translation>
    </message>
    <message>
        <source>Drive: disarm</source>
        <comment>DRIVE_DISARM</comment>
        <translation>驾驶：锁定</translation>
    </message>
    <message>
        <source>Cancel all &amp;goals</source>
        <comment>CANCEL_GOALS</comment>
        <translation>取消所有目标(&amp;G)</translation>
    </message>
    <message>
        <source>Drive: cancel all goals</source>
        <comment>CANCEL_GOALS_NAME</comment>
        <translation>驾驶：取消所有目标</translation>
    </message>
    <message>
        <source>Give up cancelli&amp;ng goals (press twice)</source>
        <comment>GIVE_UP_GOALS</comment>
        <translation>放弃取消目标（按两次）(&amp;N)</translation>
    </message>
    <message>
        <source>Drive: give up cancelling goals (press twice)</source>
        <comment>GIVE_UP_GOALS_NAME</comment>
        <translation>驾驶：放弃取消目标（按两次）</translation>
    </message>
    <message>
        <source>Set goal in the &amp;top view</source>
        <comment>SET_GOAL</comment>
        <translation>在俯视图中设定目标(&amp;T)</translation>
    </message>
    <message>
        <source>Drive: set a goal in the top view</source>
        <comment>SET_GOAL_NAME</comment>
        <translation>驾驶：在俯视图中设定目标</translation>
    </message>
    <message>
        <source>Set &amp;initial pose in the top view</source>
        <comment>SET_POSE</comment>
        <translation>在俯视图中设定初始位姿(&amp;I)</translation>
    </message>
    <message>
        <source>Drive: set the initial pose in the top view</source>
        <comment>SET_POSE_NAME</comment>
        <translation>驾驶：在俯视图中设定初始位姿</translation>
    </message>
    <message>
        <source>&amp;Clear STOP (press twice)</source>
        <comment>CLEAR_STOP_PRESS_TWICE</comment>
        <translation>复位“停止”（按两次）(&amp;C)</translation>
    </message>
    <message>
        <source>Drive: clear STOP (press twice)</source>
        <comment>CLEAR_NAME</comment>
        <translation>驾驶：复位“停止”（按两次）</translation>
    </message>
    <message>
        <source>Alarm s&amp;ound</source>
        <comment>ALARM_SOUND</comment>
        <translation>警报声(&amp;O)</translation>
    </message>
    <message>
        <source>Drive: alarm sound when the robot stops</source>
        <comment>SOUND_NAME</comment>
        <translation>驾驶：机器人停止时发出警报声</translation>
    </message>
    <message>
        <source>Set &amp;up a gamepad…</source>
        <comment>SET_UP_A_GAMEPAD</comment>
        <translation>设置手柄(&amp;U)…</translation>
    </message>
    <message>
        <source>Drive: set up a gamepad</source>
        <comment>SET_UP_NAME</comment>
        <translation>驾驶：设置手柄</translation>
    </message>
    <message>
        <source>Pro&amp;files…</source>
        <comment>PROFILES</comment>
        <translation>配置档案(&amp;F)…</translation>
    </message>
    <message>
        <source>Drive: edit profiles</source>
        <comment>PROFILES_NAME</comment>
        <translation>驾驶：编辑配置档案</translation>
    </message>
    <message>
        <source>Topic side&amp;bar</source>
        <comment>TOPIC_LIST</comment>
        <translation>话题侧栏(&amp;B)</translation>
    </message>
    <message>
        <source>Inci&amp;dents</source>
        <comment>INCIDENTS</comment>
        <translation>事件记录(&amp;D)</translation>
    </message>
    <message>
        <source>Show or hide the incidents</source>
        <comment>INCIDENTS_NAME</comment>
        <translation>显示或隐藏事件记录</translation>
    </message>
    <message>
        <source>Compare w&amp;ith another run</source>
        <comment>COMPARE</comment>
        <translation>与另一次运行对比(&amp;I)</translation>
    </message>
    <message>
        <source>Compare: show or hide runs</source>
        <comment>COMPARE_NAME</comment>
        <translation>对比：显示或隐藏运行</translation>
    </message>
    <message>
        <source>reference recording difference</source>
        <comment>COMPARE_WORDS</comment>
        <translation>参考 录制 差值</translation>
    </message>
    <message>
        <source>Topics: show or hide the topic list</source>
        <comment>SIDE_BAR_NAME</comment>
        <translation>话题：显示或隐藏话题列表</translation>
    </message>
    <message>
        <source>Topics</source>
        <comment>TOPICS</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Show or hide the topic list</source>
        <comment>SIDE_BAR_TIP</comment>
        <translation>显示或隐藏话题列表</translation>
    </message>
    <message>
        <source>Ma&amp;ximise the view</source>
        <comment>MAXIMISE_THE_VIEW</comment>
        <translation>最大化视图(&amp;X)</translation>
    </message>
    <message>
        <source>View: maximise or restore</source>
        <comment>VIEW_MAXIMISE_OR_RESTORE</comment>
        <translation>视图：最大化或还原</translation>
    </message>
    <message>
        <source>&amp;Save layout…</source>
        <comment>SAVE_LAYOUT</comment>
        <translation>保存布局(&amp;S)…</translation>
    </message>
    <message>
        <source>Layout: save</source>
        <comment>LAYOUT_SAVE</comment>
        <translation>布局：保存</translation>
    </message>
    <message>
        <source>&amp;Previous layout</source>
        <comment>PREVIOUS_LAYOUT</comment>
        <translation>上一个布局(&amp;P)</translation>
    </message>
    <message>
        <source>Layout: previous layout</source>
        <comment>PREVIOUS_LAYOUT_NAME</comment>
        <translation>布局：上一个布局</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <comment>OPEN</comment>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Layout: open a file</source>
        <comment>OPEN_NAME</comment>
        <translation>布局：打开文件</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <comment>EXPORT</comment>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Layout: export</source>
        <comment>EXPORT_NAME</comment>
        <translation>布局：导出</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <comment>CONNECT</comment>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>Connect</source>
        <comment>CONNECT_WORD</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to a robot</source>
        <comment>CONNECT_TO_A_ROBOT</comment>
        <translation>连接机器人</translation>
    </message>
    <message>
        <source>&amp;Open recording…</source>
        <comment>OPEN_RECORDING</comment>
        <translation>打开录制文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Start the d&amp;emo robot</source>
        <comment>START_THE_DEMO_ROBOT</comment>
        <translation>启动演示机器人(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Disconnect…</source>
        <comment>DISCONNECT</comment>
        <translation>断开(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Allow commands</source>
        <comment>ALLOW_COMMANDS</comment>
        <translation>允许指令(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <comment>PREFERENCES</comment>
        <translation>偏好设置(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <comment>QUIT</comment>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo	Ctrl+Z</source>
        <comment>UNDO_CTRL_Z</comment>
        <translation>撤销(&amp;U)	Ctrl+Z</translation>
    </message>
    <message>
        <source>Undo</source>
        <comment>UNDO</comment>
        <translation>撤销</translation>
    </message>
    <message>
        <source>&amp;Redo	Ctrl+Shift+Z</source>
        <comment>REDO_CTRL_SHIFT_Z</comment>
        <translation>重做(&amp;R)	Ctrl+Shift+Z</translation>
    </message>
    <message>
        <source>Redo</source>
        <comment>REDO</comment>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <comment>COMMAND_PALETTE</comment>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Go to the next pane</source>
        <comment>GO_TO_THE_NEXT</comment>
        <translation>转到下一个窗格(&amp;G)</translation>
    </message>
    <message>
        <source>Go to the next pane</source>
        <comment>GO_TO_THE_NEXT_PANE</comment>
        <translation>转到下一个窗格</translation>
    </message>
    <message>
        <source>Go to the pre&amp;vious pane</source>
        <comment>GO_TO_THE_PREVIOUS</comment>
        <translation>转到上一个窗格(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the previous pane</source>
        <comment>GO_TO_THE_PREVIOUS_PANE</comment>
        <translation>转到上一个窗格</translation>
    </message>
    <message>
        <source>&amp;Wider</source>
        <comment>WIDER</comment>
        <translation>变宽(&amp;W)</translation>
    </message>
    <message>
        <source>Pane: wider</source>
        <comment>PANE_WIDER</comment>
        <translation>窗格：变宽</translation>
    </message>
    <message>
        <source>&amp;Narrower</source>
        <comment>NARROWER</comment>
        <translation>变窄(&amp;N)</translation>
    </message>
    <message>
        <source>Pane: narrower</source>
        <comment>PANE_NARROWER</comment>
        <translation>窗格：变窄</translation>
    </message>
    <message>
        <source>&amp;Higher</source>
        <comment>HIGHER</comment>
        <translation>变高(&amp;H)</translation>
    </message>
    <message>
        <source>Pane: higher</source>
        <comment>PANE_HIGHER</comment>
        <translation>窗格：变高</translation>
    </message>
    <message>
        <source>&amp;Lower</source>
        <comment>LOWER</comment>
        <translation>变矮(&amp;L)</translation>
    </message>
    <message>
        <source>Pane: lower</source>
        <comment>PANE_LOWER</comment>
        <translation>窗格：变矮</translation>
    </message>
    <message>
        <source>Re&amp;open closed view</source>
        <comment>REOPEN_CLOSED_VIEW</comment>
        <translation>重新打开已关闭的视图(&amp;O)</translation>
    </message>
    <message>
        <source>Reopen the last closed view</source>
        <comment>REOPEN_NAME</comment>
        <translation>重新打开上次关闭的视图</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <comment>GUIDE</comment>
        <translation>用户指南(&amp;G)</translation>
    </message>
    <message>
        <source>help manual</source>
        <comment>GUIDE_WORDS</comment>
        <translation>帮助 手册 说明 文档 bangzhu</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <comment>OPEN_THE_GUIDE</comment>
        <translation>打开用户指南</translation>
    </message>
    <message>
        <source>&amp;Keys of this pane</source>
        <comment>KEYS_OF_THIS_PANE</comment>
        <translation>此窗格的快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Show the keys of this pane</source>
        <comment>KEYS_NAME</comment>
        <translation>显示此窗格的快捷键</translation>
    </message>
    <message>
        <source>shortcut hotkey help</source>
        <comment>KEYS_WORDS</comment>
        <translation>按键 热键 帮助 kuaijiejian</translation>
    </message>
    <message>
        <source>&amp;Tour of the window</source>
        <comment>TOUR_OF_THE_WINDOW</comment>
        <translation>窗口导览(&amp;T)</translation>
    </message>
    <message>
        <source>Check this &amp;installation…</source>
        <comment>CHECK_THIS_INSTALLATION</comment>
        <translation>检查此安装(&amp;I)…</translation>
    </message>
    <message>
        <source>What is &amp;new</source>
        <comment>WHAT_IS_NEW</comment>
        <translation>新增内容(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Report a problem…</source>
        <comment>REPORT_A_PROBLEM</comment>
        <translation>报告问题(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;About Teledeck</source>
        <comment>ABOUT_TELEDECK</comment>
        <translation>关于 Teledeck(&amp;A)</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <comment>LIKE_THE_SYSTEM</comment>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Theme: like the system</source>
        <comment>THEME_LIKE_THE_SYSTEM</comment>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <comment>DARK</comment>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <comment>THEME_DARK</comment>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <comment>LIGHT</comment>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <comment>THEME_LIGHT</comment>
        <translation>主题：浅色</translation>
    </message>
</context>
<context>
    <name>AlignmentPageWording</name>
    <message>
        <source>Alignment</source>
        <comment>TITLE</comment>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Where the selected run lies on the time of the views</source>
        <comment>TIP</comment>
        <translation>所选运行在视图时间上的位置</translation>
    </message>
    <message>
        <source>{name}, by the time received</source>
        <comment>OF_RUN</comment>
        <translation>{name}，按接收时间</translation>
    </message>
    <message>
        <source>{name}, by the stamps</source>
        <comment>OF_RUN_STAMPS</comment>
        <translation>{name}，按时间戳</translation>
    </message>
    <message>
        <source>As recorded</source>
        <comment>AS_RECORDED</comment>
        <translation>按录制时间</translation>
    </message>
    <message>
        <source>Lay the run where it was recorded</source>
        <comment>AS_RECORDED_TIP</comment>
        <translation>将该次运行放在其录制时的时间</translation>
    </message>
    <message>
        <source>To now</source>
        <comment>TO_NOW</comment>
        <translation>从现在开始</translation>
    </message>
    <message>
        <source>Let the run begin now</source>
        <comment>TO_NOW_TIP</comment>
        <translation>让该次运行从现在开始</translation>
    </message>
    <message>
        <source>By start</source>
        <comment>BY_START</comment>
        <translation>按开始</translation>
    </message>
    <message>
        <source>Let the run begin where what the plots show, or the recording that is played, begins</source>
        <comment>BY_START_TIP</comment>
        <translation>让该次运行从曲线图所示内容或正在播放的录制的开始处开始</translation>
    </message>
    <message>
        <source>Marks</source>
        <comment>MARK</comment>
        <translation>标记</translation>
    </message>
    <message>
        <source>The mark of now, or of what is played</source>
        <comment>MARK_HERE_TIP</comment>
        <translation>本次或正在播放的内容的标记</translation>
    </message>
    <message>
        <source>The mark of the run, which comes to lie there</source>
        <comment>MARK_THERE_TIP</comment>
        <translation>该次运行的标记，将移到那里</translation>
    </message>
    <message>
        <source>no marks here</source>
        <comment>NO_MARKS_HERE</comment>
        <translation>此处没有标记</translation>
    </message>
    <message>
        <source>no marks in the run</source>
        <comment>NO_MARKS_THERE</comment>
        <translation>该次运行没有标记</translation>
    </message>
    <message>
        <source>Align</source>
        <comment>BY_MARKS</comment>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Lay the mark of the run where the other one lies</source>
        <comment>BY_MARKS_TIP</comment>
        <translation>将该次运行的标记移到另一个标记处</translation>
    </message>
    <message>
        <source>Curve</source>
        <comment>CURVE</comment>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The curve by which the run is aligned: one that is plotted, and that the run has as well</source>
        <comment>CURVE_TIP</comment>
        <translation>用于对齐的曲线：已绘制，且该次运行也有</translation>
    </message>
    <message>
        <source>nothing in common is plotted</source>
        <comment>NO_CURVES</comment>
        <translation>未绘制共同的曲线</translation>
    </message>
    <message>
        <source>Find</source>
        <comment>BY_CURVE</comment>
        <translation>查找</translation>
    </message>
    <message>
        <source>Lay the run where the curve of then and that of now are most alike</source>
        <comment>BY_CURVE_TIP</comment>
        <translation>将该次运行放在当时与现在的曲线最相似之处</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the search, and leave the run where it is</source>
        <comment>CANCEL_TIP</comment>
        <translation>结束查找，该次运行保持原位</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <comment>PROGRESS</comment>
        <translation>查找进度</translation>
    </message>
    <message>
        <source>Moved by</source>
        <comment>OFFSET</comment>
        <translation>移动了</translation>
    </message>
    <message>
        <source>How much later than recorded the run lies; arrows move it by a step</source>
        <comment>OFFSET_TIP</comment>
        <translation>该次运行比录制时晚多少；箭头每次移动一步</translation>
    </message>
    <message>
        <source>How far an arrow moves the run</source>
        <comment>STEP_TIP</comment>
        <translation>箭头每次移动该次运行多少</translation>
    </message>
    <message>
        <source> s</source>
        <comment>SECONDS</comment>
        <translation> s</translation>
    </message>
    <message>
        <source>{step:g} s</source>
        <comment>STEP_OF</comment>
        <translation>{step:g} s</translation>
    </message>
    <message>
        <source>{name} lies as recorded.</source>
        <comment>PLACED</comment>
        <translation>{name} 位于其录制时的时间。</translation>
    </message>
    <message>
        <source>The curve of the run is being read…</source>
        <comment>READING</comment>
        <translation>正在读取该次运行的曲线…</translation>
    </message>
    <message>
        <source>The search was cancelled; the run lies where it was.</source>
        <comment>CANCELLED</comment>
        <translation>查找已取消；该次运行保持原位。</translation>
    </message>
    <message>
        <source>The run was not aligned: {reason}</source>
        <comment>NOT_FOUND</comment>
        <translation>未能对齐该次运行：{reason}</translation>
    </message>
    <message>
        <source>Nothing is plotted that the run could be laid to: plot a curve first.</source>
        <comment>NOTHING_PLOTTED</comment>
        <translation>没有可供对齐的曲线：请先绘制一条曲线。</translation>
    </message>
    <message>
        <source>Marks are by the clock of this computer, stamps by that of a simulation: use the time received.</source>
        <comment>OTHER_CLOCK</comment>
        <translation>标记按本机时钟，时间戳按仿真时钟：请使用接收时间。</translation>
    </message>
    <message>
        <source>the calculation failed; the log says why</source>
        <comment>FAILED</comment>
        <translation>计算失败；原因见日志</translation>
    </message>
    <message>
        <source>{topic} has no stamps in the run</source>
        <comment>NO_STAMPS</comment>
        <translation>该次运行中 {topic} 没有时间戳</translation>
    </message>
</context>
<context>
    <name>AnalysisPanelWording</name>
    <message>
        <source>This time range has fewer than two messages. Wait, or show a longer one</source>
        <comment>FEW_MESSAGES</comment>
        <translation>此时间范围内的消息少于两条。请等待，或显示更长的范围</translation>
    </message>
    <message>
        <source>Choose a second curve, or drop one here</source>
        <comment>SECOND_CURVE</comment>
        <translation>请选择第二条曲线，或拖一条到这里</translation>
    </message>
    <message>
        <source>This topic has no numbers here. Choose Timing, or drop a field</source>
        <comment>NO_NUMBERS</comment>
        <translation>此话题在这里没有数值。请选择“时序”，或拖一个字段过来</translation>
    </message>
    <message>
        <source>This time range has fewer than two values. Wait, or show a longer one</source>
        <comment>FEW_VALUES</comment>
        <translation>此时间范围内的值少于两个。请等待，或显示更长的范围</translation>
    </message>
    <message>
        <source>Charts</source>
        <comment>CHARTS</comment>
        <translation>图表</translation>
    </message>
    <message>
        <source>Charts can't be drawn: {reason}</source>
        <comment>NO_CHARTS</comment>
        <translation>无法绘制图表：{reason}</translation>
    </message>
    <message>
        <source>The chart appears when no robot is armed.</source>
        <comment>CHART_LATER</comment>
        <translation>没有机器人处于解锁状态时才显示图表。</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>{file} 无法写入：{reason}</translation>
    </message>
    <message>
        <source>{file} saved</source>
        <comment>WRITTEN</comment>
        <translation>已保存 {file}</translation>
    </message>
    <message>
        <source>The limit is {count} curves. Remove some</source>
        <comment>TOO_MANY</comment>
        <translation>最多 {count} 条曲线。请移除一些</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <comment>CANCELLED</comment>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Show a shorter time range, or follow the data to calculate again.</source>
        <comment>SHOW_LESS</comment>
        <translation>请显示更短的时间范围，或跟随数据以重新计算。</translation>
    </message>
    <message>
        <source>Only time received: stamps are available since {time}, when the topic was added here</source>
        <comment>BY_RECEIPT</comment>
        <translation>仅有接收时间：此话题在 {time} 加到这里，此后才有时间戳</translation>
    </message>
    <message>
        <source>The calculation failed</source>
        <comment>FAILED</comment>
        <translation>计算失败</translation>
    </message>
    <message>
        <source>See the log for details, and please report it.</source>
        <comment>REPORT_IT</comment>
        <translation>详情见日志，请报告此问题。</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <comment>NOTHING_YET</comment>
        <translation>暂无可显示的内容</translation>
    </message>
    <message>
        <source>No curve selected</source>
        <comment>NO_SUBJECT</comment>
        <translation>未选择曲线</translation>
    </message>
    <message>
        <source>Analysis: {topic}</source>
        <comment>TITLE</comment>
        <translation>分析：{topic}</translation>
    </message>
    <message>
        <source>Seconds since {time}</source>
        <comment>SECONDS_SINCE</comment>
        <translation>自 {time} 起的秒数</translation>
    </message>
    <message>
        <source>1 window of {window} s, sampled at {rate} Hz</source>
        <comment>ONE_WINDOW</comment>
        <translation>1 个 {window} s 的窗，采样频率 {rate} Hz</translation>
    </message>
    <message>
        <source>{count} windows of {window} s, sampled at {rate} Hz</source>
        <comment>WINDOWS</comment>
        <translation>{count} 个 {window} s 的窗，采样频率 {rate} Hz</translation>
    </message>
    <message>
        <source>{made}; resampled, {share} of it in gaps</source>
        <comment>RESAMPLED</comment>
        <translation>{made}；已重采样，其中 {share} 位于间断处</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>mean</source>
        <comment>MEAN_LINE</comment>
        <translation>均值</translation>
    </message>
    <message>
        <source>Correlation</source>
        <comment>CORRELATION</comment>
        <translation>相关系数</translation>
    </message>
    <message>
        <source>Samples (power of 10)</source>
        <comment>SAMPLES_POWER_OF_10</comment>
        <translation>采样点数（10 的幂）</translation>
    </message>
    <message>
        <source>Hold the time range</source>
        <comment>HOLD_TIP</comment>
        <translation>冻结时间范围</translation>
    </message>
    <message>
        <source>Follow new data, twice per second</source>
        <comment>FOLLOW_TIP</comment>
        <translation>跟随新数据，每秒两次</translation>
    </message>
    <message>
        <source>Time source. Changing it clears the history.</source>
        <comment>TIME_TIP</comment>
        <translation>时间来源。更改后会清空历史。</translation>
    </message>
    <message>
        <source>Curve to analyse. Drop another one here.</source>
        <comment>FIRST_TIP</comment>
        <translation>要分析的曲线。可将另一条拖到这里。</translation>
    </message>
    <message>
        <source>Second curve, compared with the first</source>
        <comment>SECOND_TIP</comment>
        <translation>与第一条比较的第二条曲线</translation>
    </message>
    <message>
        <source>Remove this curve</source>
        <comment>REMOVE_THIS_CURVE</comment>
        <translation>移除此曲线</translation>
    </message>
    <message>
        <source>Cancel the calculation and hold the time range</source>
        <comment>CANCEL_TIP</comment>
        <translation>取消计算并冻结时间范围</translation>
    </message>
    <message>
        <source>Progress of the calculation</source>
        <comment>PROGRESS_OF_THE_CALCULATION</comment>
        <translation>计算进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>Window: </source>
        <comment>WINDOW_PREFIX</comment>
        <translation>窗长：</translation>
    </message>
    <message>
        <source> s</source>
        <comment>SECONDS_SUFFIX</comment>
        <translation> s</translation>
    </message>
    <message>
        <source>Expected: </source>
        <comment>EXPECTED_PREFIX</comment>
        <translation>预期：</translation>
    </message>
    <message>
        <source> Hz</source>
        <comment>HERTZ_SUFFIX</comment>
        <translation> Hz</translation>
    </message>
    <message>
        <source>Window length. A longer window separates close frequencies.</source>
        <comment>WINDOW_TIP</comment>
        <translation>窗长。窗越长，越能分辨相近的频率。</translation>
    </message>
    <message>
        <source>Window: automatic</source>
        <comment>WINDOW_AUTOMATIC</comment>
        <translation>窗长：自动</translation>
    </message>
    <message>
        <source>Overlap of consecutive windows</source>
        <comment>OVERLAP_TIP</comment>
        <translation>相邻窗的重叠</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <comment>AMPLITUDE</comment>
        <translation>幅值</translation>
    </message>
    <message>
        <source>Density</source>
        <comment>DENSITY</comment>
        <translation>密度</translation>
    </message>
    <message>
        <source>Amplitude of sines, or power density</source>
        <comment>SCALE_TIP</comment>
        <translation>正弦幅值，或功率谱密度</translation>
    </message>
    <message>
        <source>Log f</source>
        <comment>LOG_F</comment>
        <translation>f 对数</translation>
    </message>
    <message>
        <source>Logarithmic frequency axis</source>
        <comment>LOGARITHMIC_FREQUENCY_AXIS</comment>
        <translation>频率轴取对数</translation>
    </message>
    <message>
        <source>Log values</source>
        <comment>LOG_VALUES</comment>
        <translation>值对数</translation>
    </message>
    <message>
        <source>Logarithmic value axis</source>
        <comment>LOGARITHMIC_VALUE_AXIS</comment>
        <translation>数值轴取对数</translation>
    </message>
    <message>
        <source>Bins: </source>
        <comment>BINS_PREFIX</comment>
        <translation>组数：</translation>
    </message>
    <message>
        <source>Bins: automatic</source>
        <comment>BINS_AUTOMATIC</comment>
        <translation>组数：自动</translation>
    </message>
    <message>
        <source>Number of bins. Automatic: by Freedman and Diaconis</source>
        <comment>BINS_TIP</comment>
        <translation>直方图的组数。自动：按 Freedman–Diaconis 规则</translation>
    </message>
    <message>
        <source>Thresholds: 0.5; 1</source>
        <comment>THRESHOLDS_0_5_1</comment>
        <translation>阈值：0.5; 1</translation>
    </message>
    <message>
        <source>Shows the share of time above each threshold</source>
        <comment>THRESHOLDS_TIP</comment>
        <translation>显示高于各阈值的时间占比</translation>
    </message>
    <message>
        <source>Expected: learned</source>
        <comment>EXPECTED_LEARNED</comment>
        <translation>预期：自动学习</translation>
    </message>
    <message>
        <source>Expected rate of the topic. Learned: the usual rate</source>
        <comment>EXPECTED_TIP</comment>
        <translation>话题的预期频率。自动学习：取通常的频率</translation>
    </message>
    <message>
        <source>Overlap {share} %</source>
        <comment>OVERLAP</comment>
        <translation>重叠 {share} %</translation>
    </message>
    <message>
        <source>Analysis</source>
        <comment>ANALYSIS</comment>
        <translation>分析</translation>
    </message>
    <message>
        <source>Figures</source>
        <comment>FIGURES</comment>
        <translation>指标</translation>
    </message>
    <message>
        <source>Export</source>
        <comment>EXPORT</comment>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy or save the table, the values or the image</source>
        <comment>EXPORT_TIP</comment>
        <translation>复制或保存表格、数值或图像</translation>
    </message>
    <message>
        <source>Copy &amp;table ({key})</source>
        <comment>COPY_TABLE</comment>
        <translation>复制表格(&amp;T)（{key}）</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <comment>COPY_IMAGE</comment>
        <translation>复制图像(&amp;I)</translation>
    </message>
    <message>
        <source>Values as &amp;CSV…</source>
        <comment>VALUES_AS_CSV</comment>
        <translation>数值存为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Image as P&amp;NG…</source>
        <comment>IMAGE_AS_PNG</comment>
        <translation>图像存为 PNG(&amp;N)…</translation>
    </message>
    <message>
        <source>Show &amp;all (Home)</source>
        <comment>SHOW_ALL_HOME</comment>
        <translation>显示全部(&amp;A)（Home）</translation>
    </message>
    <message>
        <source>Removed</source>
        <comment>REMOVED</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Analyses</source>
        <comment>ANALYSES</comment>
        <translation>分析项</translation>
    </message>
    <message>
        <source>Drag a field or a topic here, or choose Analyse in the menu of a plot, a state timeline, a topic or a field.</source>
        <comment>NOTHING_TIP</comment>
        <translation>请将字段或话题拖到这里，或在曲线图、状态时间线、话题或字段的菜单中选择“分析”。</translation>
    </message>
    <message>
        <source>Copy table</source>
        <comment>COPY_TABLE_TEXT</comment>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <comment>SPECTRUM</comment>
        <translation>频谱</translation>
    </message>
    <message>
        <source>Spectrogram</source>
        <comment>SPECTROGRAM</comment>
        <translation>时频图</translation>
    </message>
    <message>
        <source>Histogram</source>
        <comment>HISTOGRAM</comment>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Timing</source>
        <comment>TIMING</comment>
        <translation>时序</translation>
    </message>
    <message>
        <source>Pair</source>
        <comment>PAIR</comment>
        <translation>对比</translation>
    </message>
    <message>
        <source>Frequencies and amplitudes</source>
        <comment>SPECTRUM_TIP</comment>
        <translation>频率与幅值</translation>
    </message>
    <message>
        <source>Frequencies over time</source>
        <comment>SPECTROGRAM_TIP</comment>
        <translation>频率随时间的变化</translation>
    </message>
    <message>
        <source>Distribution of values: mean, deviation, drift, thresholds</source>
        <comment>HISTOGRAM_TIP</comment>
        <translation>值的分布：均值、标准差、漂移、阈值</translation>
    </message>
    <message>
        <source>Regularity of the topic: rate, jitter, gaps, delay</source>
        <comment>TIMING_TIP</comment>
        <translation>话题是否规律：频率、抖动、间断、延迟</translation>
    </message>
    <message>
        <source>Relation of two curves: correlation and lag</source>
        <comment>PAIR_TIP</comment>
        <translation>两条曲线的关系：相关系数与滞后</translation>
    </message>
    <message>
        <source>Show all data</source>
        <comment>SHOW_ALL_DATA</comment>
        <translation>显示全部数据</translation>
    </message>
    <message>
        <source>Runs</source>
        <comment>RUNS</comment>
        <translation>对比运行</translation>
    </message>
    <message>
        <source>Runs whose curve is shown beneath this one</source>
        <comment>RUNS_TIP</comment>
        <translation>叠放在这条曲线下方的运行</translation>
    </message>
    <message>
        <source>Analyse a topic of a run…</source>
        <comment>FROM_RUN</comment>
        <translation>分析某次运行的话题…</translation>
    </message>
    <message>
        <source>Type a topic or field of a run</source>
        <comment>WHICH_OF_RUN</comment>
        <translation>输入某次运行的话题或字段</translation>
    </message>
    <message>
        <source>nothing to show</source>
        <comment>NOTHING_OF_IT</comment>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>The run is being read ({share})</source>
        <comment>RUN_IS_READ</comment>
        <translation>正在读取该次运行（{share}）</translation>
    </message>
    <message>
        <source>This time range has no data of the run, which goes from {begin} to {end}</source>
        <comment>RUN_ELSEWHERE</comment>
        <translation>此时间范围内没有该次运行的数据，它从 {begin} 到 {end}</translation>
    </message>
    <message>
        <source>Only the first {count} messages of the run are read</source>
        <comment>RUN_IS_CUT</comment>
        <translation>只读取了该次运行的前 {count} 条消息</translation>
    </message>
    <message>
        <source>The topic has the type {type_name} in the run, but {live} here</source>
        <comment>OTHER_TYPE</comment>
        <translation>该话题在这次运行中的类型为 {type_name}，此处为 {live}</translation>
    </message>
</context>
<context>
    <name>AnalysisWording</name>
    <message>
        <source>{values:,} values have {times:,} times. Each value needs one time.</source>
        <comment>TIMES_DIFFER</comment>
        <translation>{values:,} 个值却有 {times:,} 个时间。每个值需要一个时间。</translation>
    </message>
    <message>
        <source>Only numbers can be analysed. Choose a field with one number.</source>
        <comment>NO_NUMBERS</comment>
        <translation>只能分析数值。请选择只含一个数的字段。</translation>
    </message>
    <message>
        <source>The number of bins must be 1 to {limit:,}.</source>
        <comment>BAD_BINS</comment>
        <translation>组数必须为 1 到 {limit:,}。</translation>
    </message>
    <message>
        <source>The threshold must be a number.</source>
        <comment>BAD_THRESHOLD</comment>
        <translation>阈值必须是数字。</translation>
    </message>
    <message>
        <source>No values in this time range. Choose a longer one, or wait for samples.</source>
        <comment>NO_VALUES</comment>
        <translation>此时间范围内没有值。请选择更长的范围，或等待采样点。</translation>
    </message>
    <message>
        <source>The number of cells per side must be 1 to {limit:,}.</source>
        <comment>BAD_CELLS</comment>
        <translation>每边的格数必须为 1 到 {limit:,}。</translation>
    </message>
    <message>
        <source>One curve has {columns:,} values, the other {rows:,}. Both need the same number.</source>
        <comment>VALUES_DIFFER</comment>
        <translation>一条曲线有 {columns:,} 个值，另一条有 {rows:,} 个。两者的个数必须相同。</translation>
    </message>
    <message>
        <source>No pairs of values in this time range. Choose a longer one, or wait for samples.</source>
        <comment>NO_PAIRS</comment>
        <translation>此时间范围内没有成对的值。请选择更长的范围，或等待采样点。</translation>
    </message>
    <message>
        <source>The limit of the lag must be more than 0 s.</source>
        <comment>BAD_LAG</comment>
        <translation>滞后上限必须大于 0 s。</translation>
    </message>
    <message>
        <source>One of the curves is constant, so it can't be compared. Choose another curve or a longer time range.</source>
        <comment>ONE_IS_CONSTANT</comment>
        <translation>其中一条曲线是常数，无法比较。请选择另一条曲线或更长的时间范围。</translation>
    </message>
    <message>
        <source>One of the curves has no samples. Choose a longer time range, or wait for samples.</source>
        <comment>ONE_IS_EMPTY</comment>
        <translation>其中一条曲线没有采样点。请选择更长的时间范围，或等待采样点。</translation>
    </message>
    <message>
        <source>The runs are not alike wherever they are laid over each other (at most {coefficient:.2f}). Choose another curve, or align them by the start or a mark.</source>
        <comment>NOT_ALIGNED</comment>
        <translation>两次运行无论怎样对齐都不相似（最高 {coefficient:.2f}）。请选择其他曲线，或按开头、标记对齐。</translation>
    </message>
    <message>
        <source>The curves have no common time range. Choose one that includes both.</source>
        <comment>NO_COMMON_TIME</comment>
        <translation>两条曲线没有共同的时间范围。请选择同时包含两者的范围。</translation>
    </message>
    <message>
        <source>Both curves need at least {least} samples. Choose a longer time range.</source>
        <comment>FEW_OF_BOTH</comment>
        <translation>两条曲线都至少需要 {least} 个采样点。请选择更长的时间范围。</translation>
    </message>
    <message>
        <source>Only {count} samples, but at least {least} are needed. Choose a longer time range.</source>
        <comment>FEW_SAMPLES</comment>
        <translation>只有 {count} 个采样点，至少需要 {least} 个。请选择更长的时间范围。</translation>
    </message>
    <message>
        <source>{text} {note}</source>
        <comment>WITH_NOTE</comment>
        <translation>{text}{note}</translation>
    </message>
    <message>
        <source>All samples have the same time. Use the time received, or choose a longer time range.</source>
        <comment>ONE_TIME</comment>
        <translation>所有采样点的时间都相同。请改用接收时间，或选择更长的时间范围。</translation>
    </message>
    <message>
        <source>The times of the samples are not in seconds. Use the time received.</source>
        <comment>NO_SECONDS</comment>
        <translation>采样点的时间不以秒为单位。请改用接收时间。</translation>
    </message>
    <message>
        <source>The overlap must be 0 to {limit:.0%}.</source>
        <comment>BAD_OVERLAP</comment>
        <translation>重叠必须为 0 到 {limit:.0%}。</translation>
    </message>
    <message>
        <source>The length of a window must be more than 0 s.</source>
        <comment>BAD_WINDOW</comment>
        <translation>窗长必须大于 0 s。</translation>
    </message>
    <message>
        <source>A window of {window_s:g} s has only {count:.0f} samples. Choose at least {least_s:.2g} s.</source>
        <comment>SHORT_WINDOW</comment>
        <translation>{window_s:g} s 的窗内只有 {count:.0f} 个采样点。请至少选择 {least_s:.2g} s。</translation>
    </message>
    <message>
        <source>The rate must be more than 0 Hz.</source>
        <comment>BAD_RATE</comment>
        <translation>频率必须大于 0 Hz。</translation>
    </message>
    <message>
        <source>{messages:,} messages have {stamps:,} stamps. Each message needs one.</source>
        <comment>STAMPS_DIFFER</comment>
        <translation>{messages:,} 条消息却有 {stamps:,} 个时间戳。每条消息需要一个时间戳。</translation>
    </message>
    <message>
        <source>At least {least} messages are needed to analyse the timing. Wait for more.</source>
        <comment>FEW_MESSAGES</comment>
        <translation>分析时序至少需要 {least} 条消息。请等待更多消息。</translation>
    </message>
    <message>
        <source>All messages have the same time received. Choose a longer time range.</source>
        <comment>ONE_TIME_OF_RECEIPT</comment>
        <translation>所有消息的接收时间都相同。请选择更长的时间范围。</translation>
    </message>
    <message>
        <source>{count:,} samples are left out because they are NaN or infinite.</source>
        <comment>NOT_FINITE</comment>
        <translation>有 {count:,} 个采样点为 NaN 或无穷大，未计入。</translation>
    </message>
    <message>
        <source>{count:,} samples are left out because their time goes back.</source>
        <comment>BACKWARDS</comment>
        <translation>有 {count:,} 个采样点的时间倒退，未计入。</translation>
    </message>
    <message>
        <source>Because of long pauses, only {rate_hz:.3g} samples per second are used.</source>
        <comment>LONG_PAUSES</comment>
        <translation>由于停顿过长，每秒只使用 {rate_hz:.3g} 个采样点。</translation>
    </message>
    <message>
        <source>{left_out:,} of {count:,} windows are left out because samples are missing.</source>
        <comment>WINDOWS_LEFT_OUT</comment>
        <translation>{count:,} 个窗中有 {left_out:,} 个缺少采样点，未计入。</translation>
    </message>
    <message>
        <source>Every window lacks samples, so all values except the peaks are too low. Choose a shorter window.</source>
        <comment>GAPS_EVERYWHERE</comment>
        <translation>每个窗都缺少采样点，因此除峰值外所有值都偏低。请选择更短的窗。</translation>
    </message>
    <message>
        <source>The window is {window_s:.3g} s long, as long as the curve.</source>
        <comment>NO_LONGER_CURVE</comment>
        <translation>窗长 {window_s:.3g} s，与曲线一样长。</translation>
    </message>
    <message>
        <source>The window is {window_s:.3g} s long, which is the limit.</source>
        <comment>NO_LONGER_WINDOW</comment>
        <translation>窗长 {window_s:.3g} s，已达上限。</translation>
    </message>
    <message>
        <source>The curve is constant.</source>
        <comment>CONSTANT</comment>
        <translation>曲线是常数。</translation>
    </message>
    <message>
        <source>The curves are not similar at any lag (at most {coefficient:.2f}).</source>
        <comment>HARDLY_ALIKE</comment>
        <translation>无论滞后多少，两条曲线都不相似（最大 {coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The curves move together ({coefficient:.2f}).</source>
        <comment>TOGETHER</comment>
        <translation>两条曲线同步变化（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The curves move together, inverted ({coefficient:.2f}).</source>
        <comment>TOGETHER_INVERTED</comment>
        <translation>两条曲线同步变化，但反相（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The second curve follows the first by {lag} ({coefficient:.2f}).</source>
        <comment>SECOND_FOLLOWS</comment>
        <translation>第二条曲线比第一条滞后 {lag}（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The second curve follows the first by {lag}, inverted ({coefficient:.2f}).</source>
        <comment>SECOND_FOLLOWS_INVERTED</comment>
        <translation>第二条曲线比第一条滞后 {lag}，且反相（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The first curve follows the second by {lag} ({coefficient:.2f}).</source>
        <comment>FIRST_FOLLOWS</comment>
        <translation>第一条曲线比第二条滞后 {lag}（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The first curve follows the second by {lag}, inverted ({coefficient:.2f}).</source>
        <comment>FIRST_FOLLOWS_INVERTED</comment>
        <translation>第一条曲线比第二条滞后 {lag}，且反相（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>The similarity repeats every {period}, so the lag may be longer by that.</source>
        <comment>REPEATS</comment>
        <translation>相似性每隔 {period} 重复，因此实际滞后可能比这再长一个周期。</translation>
    </message>
    <message>
        <source>{name} is moved by {offset_s:+.3f} s.</source>
        <comment>MOVED</comment>
        <translation>{name} 移动了 {offset_s:+.3f} s。</translation>
    </message>
    <message>
        <source>{name} is moved by {offset_s:+.3f} s, where the curves are most alike ({coefficient:.2f}).</source>
        <comment>MOVED_TO_BEST</comment>
        <translation>{name} 移动了 {offset_s:+.3f} s，在那里两条曲线最相似（{coefficient:.2f}）。</translation>
    </message>
    <message>
        <source>Its clock is corrected by {drift:+.0f} µs/s.</source>
        <comment>CLOCK_CORRECTED</comment>
        <translation>其时钟修正了 {drift:+.0f} µs/s。</translation>
    </message>
    <message>
        <source>The curves are as alike every {period}, so it may be another place.</source>
        <comment>PLACE_REPEATS</comment>
        <translation>两条曲线每隔 {period} 同样相似，因此也可能是别的位置。</translation>
    </message>
</context>
<context>
    <name>BundleWording</name>
    <message>
        <source>This is not a settings file: it is longer than {limit_mib} MiB.</source>
        <comment>TOO_LONG</comment>
        <translation>这不是设置文件：它超过 {limit_mib} MiB。</translation>
    </message>
    <message>
        <source>This is not a settings file of Teledeck: “{field}” is missing or different.</source>
        <comment>OTHER_KIND</comment>
        <translation>这不是 Teledeck 的设置文件：“{field}”缺失或不符。</translation>
    </message>
    <message>
        <source>A newer Teledeck wrote this file: “{field}” is {format}.</source>
        <comment>NEWER</comment>
        <translation>此文件由更新版本的 Teledeck 写入：“{field}”为 {format}。</translation>
    </message>
    <message>
        <source>Update Teledeck, then import the file again.</source>
        <comment>UPDATE</comment>
        <translation>请更新 Teledeck，然后重新导入该文件。</translation>
    </message>
    <message>
        <source>the number of the format is missing or wrong</source>
        <comment>NO_FORMAT</comment>
        <translation>格式编号缺失或有误</translation>
    </message>
    <message>
        <source>The file can't be read: {error}.</source>
        <comment>NOT_READ</comment>
        <translation>无法读取该文件：{error}。</translation>
    </message>
    <message>
        <source>The file can't be used. “{field}”: {reason}.</source>
        <comment>IN_FIELD</comment>
        <translation>无法使用该文件。“{field}”：{reason}。</translation>
    </message>
</context>
<context>
    <name>CallsWording</name>
    <message>
        <source>No matching name.</source>
        <comment>NO_NAME_MATCHES</comment>
        <translation>没有匹配的名称。</translation>
    </message>
    <message>
        <source>This robot offers no services, but you can publish topics.</source>
        <comment>NO_SERVICES</comment>
        <translation>此机器人不提供服务，但可以发布话题。</translation>
    </message>
    <message>
        <source>This robot has no topics yet.</source>
        <comment>NO_TOPICS</comment>
        <translation>此机器人尚无话题。</translation>
    </message>
    <message>
        <source>{name} is read-only</source>
        <comment>ONLY_TELLS</comment>
        <translation>{name} 是只读的</translation>
    </message>
    <message>
        <source>It has no services to call and no topics to publish.</source>
        <comment>NOTHING_TO_CALL</comment>
        <translation>它没有可调用的服务，也没有可发布的话题。</translation>
    </message>
    <message>
        <source>Called, waiting for the answer</source>
        <comment>NO_ANSWER_YET</comment>
        <translation>已调用，正在等待应答</translation>
    </message>
    <message>
        <source>Answered in {time} ms</source>
        <comment>ANSWERED</comment>
        <translation>{time} ms 后应答</translation>
    </message>
    <message>
        <source>Call failed</source>
        <comment>FAILED</comment>
        <translation>调用失败</translation>
    </message>
    <message>
        <source>{type} on {name} may move {robot}. Publish it?</source>
        <comment>MAY_MOVE</comment>
        <translation>在 {name} 上发布 {type} 可能使 {robot} 运动。要发布吗？</translation>
    </message>
    <message>
        <source>The robot or a part of it may move immediately, without arming and without the limits of its profile. Make sure the area is clear.</source>
        <comment>MAY_MOVE_TIP</comment>
        <translation>机器人或其部件可能立即运动，无需解锁，也不受配置档案的限值约束。请确认周围无人、无障碍。</translation>
    </message>
    <message>
        <source>STOP does not end what the robot does with it.</source>
        <comment>STOP_ENDS_NOTHING</comment>
        <translation>“停止”不能中止机器人由此开始的行为。</translation>
    </message>
    <message>
        <source>STOP (Space) ends it with a stop message.</source>
        <comment>STOP_ENDS_IT</comment>
        <translation>“停止”（空格键）会用一条停止消息结束它。</translation>
    </message>
    <message>
        <source>STOP (Space) ends the repetition, but not what the robot has already begun.</source>
        <comment>STOP_ENDS_REPETITION</comment>
        <translation>“停止”（空格键）会结束重复发布，但不能中止机器人已开始的行为。</translation>
    </message>
    <message>
        <source>{type} on {name} moves the robot</source>
        <comment>SETS_IN_MOTION</comment>
        <translation>{name} 上的 {type} 会使机器人运动</translation>
    </message>
    <message>
        <source>Use the drive panel instead: it stops the robot when anything fails.</source>
        <comment>USE_DRIVE_PANEL</comment>
        <translation>请改用驾驶面板：任何环节失效时，它都会停下机器人。</translation>
    </message>
    <message>
        <source>The definition of {type} is unknown</source>
        <comment>TYPE_UNKNOWN</comment>
        <translation>{type} 的定义未知</translation>
    </message>
    <message>
        <source>Start Teledeck with its folder: --msg-path or --proto-path.</source>
        <comment>NAME_FOLDER</comment>
        <translation>启动 Teledeck 时请指定其文件夹：--msg-path 或 --proto-path。</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <comment>NOTHING_CHOSEN</comment>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Select a service to call, or a topic to publish.</source>
        <comment>CHOOSE</comment>
        <translation>请选择要调用的服务，或要发布的话题。</translation>
    </message>
    <message>
        <source>Asking {name}…</source>
        <comment>ASKING</comment>
        <translation>正在询问 {name}…</translation>
    </message>
    <message>
        <source>Repeat</source>
        <comment>REPEAT</comment>
        <translation>重复</translation>
    </message>
    <message>
        <source>Stop</source>
        <comment>STOP</comment>
        <translation>停止发布</translation>
    </message>
    <message>
        <source>{sent} sent, subscribers: {count}</source>
        <comment>SENT</comment>
        <translation>已发送 {sent} 条，订阅者：{count}</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <comment>COPY_AS_COMMAND</comment>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Services</source>
        <comment>SERVICES</comment>
        <translation>服务</translation>
    </message>
    <message>
        <source>Topics</source>
        <comment>TOPICS</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <comment>FILTER_BY_NAME</comment>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Services and topics</source>
        <comment>SERVICES_AND_TOPICS</comment>
        <translation>服务和话题</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>ANSWER</comment>
        <translation>应答</translation>
    </message>
    <message>
        <source>Call</source>
        <comment>CALL</comment>
        <translation>调用</translation>
    </message>
    <message>
        <source>Publish once</source>
        <comment>PUBLISH_ONCE</comment>
        <translation>发布一次</translation>
    </message>
    <message>
        <source>Messages per second</source>
        <comment>MESSAGES_PER_SECOND</comment>
        <translation>每秒消息数</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy type</source>
        <comment>COPY_TYPE</comment>
        <translation>复制类型</translation>
    </message>
    <message>
        <source>Call the service with this message</source>
        <comment>CALL_THE_SERVICE_WITH</comment>
        <translation>用此消息调用服务</translation>
    </message>
    <message>
        <source>Publish this message</source>
        <comment>PUBLISH_THIS_MESSAGE</comment>
        <translation>发布此消息</translation>
    </message>
</context>
<context>
    <name>CheckWording</name>
    <message>
        <source>answer</source>
        <comment>ANSWER</comment>
        <translation>应答</translation>
    </message>
    <message>
        <source>broker</source>
        <comment>BROKER</comment>
        <translation>代理</translation>
    </message>
    <message>
        <source>connection</source>
        <comment>CONNECTION</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>dropped</source>
        <comment>DROPPED</comment>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>engine</source>
        <comment>ENGINE</comment>
        <translation>引擎</translation>
    </message>
    <message>
        <source>estop</source>
        <comment>ESTOP</comment>
        <translation>急停</translation>
    </message>
    <message>
        <source>greeting</source>
        <comment>GREETING</comment>
        <translation>问候</translation>
    </message>
    <message>
        <source>health</source>
        <comment>HEALTH</comment>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>host</source>
        <comment>HOST</comment>
        <translation>主机</translation>
    </message>
    <message>
        <source>latency</source>
        <comment>LATENCY</comment>
        <translation>延迟</translation>
    </message>
    <message>
        <source>link</source>
        <comment>LINK</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>loss</source>
        <comment>LOSS</comment>
        <translation>丢失</translation>
    </message>
    <message>
        <source>master</source>
        <comment>MASTER</comment>
        <translation>主节点</translation>
    </message>
    <message>
        <source>name</source>
        <comment>NAME</comment>
        <translation>主机名解析</translation>
    </message>
    <message>
        <source>own name</source>
        <comment>OWN_NAME</comment>
        <translation>本机主机名</translation>
    </message>
    <message>
        <source>packs</source>
        <comment>PACKS</comment>
        <translation>数据包</translation>
    </message>
    <message>
        <source>port</source>
        <comment>PORT</comment>
        <translation>端口</translation>
    </message>
    <message>
        <source>ports</source>
        <comment>PORTS</comment>
        <translation>端口占用</translation>
    </message>
    <message>
        <source>publisher</source>
        <comment>PUBLISHER</comment>
        <translation>发布者</translation>
    </message>
    <message>
        <source>round trip</source>
        <comment>ROUND_TRIP</comment>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>session</source>
        <comment>SESSION</comment>
        <translation>会话</translation>
    </message>
    <message>
        <source>stamps</source>
        <comment>STAMPS</comment>
        <translation>时间戳</translation>
    </message>
    <message>
        <source>strangers</source>
        <comment>STRANGERS</comment>
        <translation>外来数据</translation>
    </message>
    <message>
        <source>token</source>
        <comment>TOKEN</comment>
        <translation>令牌</translation>
    </message>
    <message>
        <source>topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>topics</source>
        <comment>TOPICS</comment>
        <translation>话题列表</translation>
    </message>
    <message>
        <source>type</source>
        <comment>TYPE</comment>
        <translation>消息类型</translation>
    </message>
    <message>
        <source>version</source>
        <comment>VERSION</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>way back</source>
        <comment>WAY_BACK</comment>
        <translation>回程连接</translation>
    </message>
    <message>
        <source>analysis</source>
        <comment>ANALYSIS</comment>
        <translation>分析</translation>
    </message>
    <message>
        <source>clock</source>
        <comment>CLOCK</comment>
        <translation>时钟</translation>
    </message>
    <message>
        <source>demo robot</source>
        <comment>DEMO_ROBOT</comment>
        <translation>演示机器人</translation>
    </message>
    <message>
        <source>drive {scheme}</source>
        <comment>DRIVE</comment>
        <translation>驾驶 {scheme}</translation>
    </message>
    <message>
        <source>folders</source>
        <comment>FOLDERS</comment>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>fonts</source>
        <comment>FONTS</comment>
        <translation>字体</translation>
    </message>
    <message>
        <source>host name</source>
        <comment>HOST_NAME</comment>
        <translation>主机名</translation>
    </message>
    <message>
        <source>icons</source>
        <comment>ICONS</comment>
        <translation>图标</translation>
    </message>
    <message>
        <source>image files</source>
        <comment>IMAGE_FILES</comment>
        <translation>图片文件</translation>
    </message>
    <message>
        <source>key store</source>
        <comment>KEY_STORE</comment>
        <translation>密钥库</translation>
    </message>
    <message>
        <source>languages</source>
        <comment>LANGUAGES</comment>
        <translation>语言</translation>
    </message>
    <message>
        <source>loopback</source>
        <comment>LOOPBACK</comment>
        <translation>本机回环</translation>
    </message>
    <message>
        <source>pads</source>
        <comment>PADS</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>pictures</source>
        <comment>PICTURES</comment>
        <translation>相机图像</translation>
    </message>
    <message>
        <source>read {scheme}</source>
        <comment>READ</comment>
        <translation>读取 {scheme}</translation>
    </message>
    <message>
        <source>screen</source>
        <comment>SCREEN</comment>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>topic list</source>
        <comment>TOPIC_LIST</comment>
        <translation>话题列表</translation>
    </message>
    <message>
        <source>versions</source>
        <comment>VERSIONS</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>views</source>
        <comment>VIEWS</comment>
        <translation>视图</translation>
    </message>
    <message>
        <source>window</source>
        <comment>WINDOW</comment>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>ConnectWording</name>
    <message>
        <source>Not an address</source>
        <comment>NOT_AN_ADDRESS</comment>
        <translation>不是地址</translation>
    </message>
    <message>
        <source>Type the name or IP address of the robot's computer, or paste an address.</source>
        <comment>TYPE_HOST</comment>
        <translation>请输入机器人计算机的名称或 IP 地址，或粘贴地址。</translation>
    </message>
    <message>
        <source>Which kind of robot is at {host}?</source>
        <comment>KIND_OPEN</comment>
        <translation>{host} 上是哪种机器人？</translation>
    </message>
    <message>
        <source>Press Find to ask the default ports of all kinds, or choose the kind.</source>
        <comment>KIND_OPEN_TIP</comment>
        <translation>按“查找”询问所有类型的默认端口，或选择类型。</translation>
    </message>
    <message>
        <source>Asking the default ports on {host}…</source>
        <comment>ASKING_HOST</comment>
        <translation>正在询问 {host} 上的默认端口…</translation>
    </message>
    <message>
        <source>Servers that answer: {count}. Choose one.</source>
        <comment>FOUND_ON_HOST</comment>
        <translation>有应答的服务器：{count} 个。请选择一个。</translation>
    </message>
    <message>
        <source>No server that Teledeck knows answers there.</source>
        <comment>NOTHING_FOUND</comment>
        <translation>那里没有 Teledeck 认识的服务器应答。</translation>
    </message>
    <message>
        <source>Is the robot's software running? If it has another port, choose the kind and type the port.</source>
        <comment>NOTHING_FOUND_TIP</comment>
        <translation>机器人的软件在运行吗？如果用的是其他端口，请选择类型并输入端口。</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <comment>SEARCH_CANCELLED</comment>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>There is a connection already</source>
        <comment>CONNECTED_ALREADY</comment>
        <translation>已有连接</translation>
    </message>
    <message>
        <source>Retries automatically until connected.</source>
        <comment>TRIED_AGAIN</comment>
        <translation>会自动重试，直到连上。</translation>
    </message>
    <message>
        <source>Name the topics to read, here or later: such a robot can't list them.</source>
        <comment>NAME_TOPICS</comment>
        <translation>请在此处或稍后指定要读取的话题：这种机器人无法列出话题。</translation>
    </message>
    <message>
        <source>Connects to</source>
        <comment>CONNECTS_TO</comment>
        <translation>将连接</translation>
    </message>
    <message>
        <source>{file} can't be read: {why}</source>
        <comment>FILE_NOT_READ</comment>
        <translation>{file} 无法读取：{why}</translation>
    </message>
    <message>
        <source>{count} broadcasts ignored: not valid, or from too many robots</source>
        <comment>BROADCASTS_IGNORED</comment>
        <translation>忽略 {count} 个广播：无效，或来自过多的机器人</translation>
    </message>
    <message>
        <source>Discovery failed: {problem}.</source>
        <comment>NOT_FINDING</comment>
        <translation>发现失败：{problem}。</translation>
    </message>
    <message>
        <source>No robots discovered yet ({sign}).</source>
        <comment>NONE_FOUND</comment>
        <translation>尚未发现机器人（{sign}）。</translation>
    </message>
    <message>
        <source>Only some kinds announce themselves; for others type the address.</source>
        <comment>ONLY_SOME_KINDS</comment>
        <translation>只有部分类型会自行通告；其他类型请输入地址。</translation>
    </message>
    <message>
        <source>Searching for robots in this network…</source>
        <comment>LOOKING</comment>
        <translation>正在本网络中搜索机器人…</translation>
    </message>
    <message>
        <source>Not readable: {kinds}</source>
        <comment>KINDS_NOT_READ</comment>
        <translation>无法读取：{kinds}</translation>
    </message>
    <message>
        <source>The file names no topics. Type them.</source>
        <comment>NO_TOPICS_IN_FILE</comment>
        <translation>文件中没有话题名称。请手动输入。</translation>
    </message>
    <message>
        <source>{count} of {all} selected</source>
        <comment>CHOSEN</comment>
        <translation>已选 {count} / {all}</translation>
    </message>
    <message>
        <source>Looking for the saved token of {robot}…</source>
        <comment>ASKING_KEY_STORE</comment>
        <translation>正在查找 {robot} 已保存的令牌…</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <comment>SEE_LOG</comment>
        <translation>详情见日志。</translation>
    </message>
    <message>
        <source>Token of {name}</source>
        <comment>TITLE_OF_ROBOT</comment>
        <translation>{name} 的令牌</translation>
    </message>
    <message>
        <source>This system has no key store, so the token is not saved. You need to type it each time.</source>
        <comment>NOT_KEPT</comment>
        <translation>本系统没有密钥库，因此不保存令牌。每次都需要输入。</translation>
    </message>
    <message>
        <source>Disconnected from {name}, which was never reached.</source>
        <comment>DISCONNECTED</comment>
        <translation>已断开 {name}，它从未连上。</translation>
    </message>
    <message>
        <source>Start the demo robot</source>
        <comment>START_DEMO</comment>
        <translation>启动演示机器人</translation>
    </message>
    <message>
        <source>Starting the demo robot…</source>
        <comment>DEMO_STARTS</comment>
        <translation>正在启动演示机器人…</translation>
    </message>
    <message>
        <source>Demo robot</source>
        <comment>DEMO_ROBOT</comment>
        <translation>演示机器人</translation>
    </message>
    <message>
        <source>Demo robot by {kind}</source>
        <comment>DEMO_ROBOT_BY</comment>
        <translation>演示机器人（{kind}）</translation>
    </message>
    <message>
        <source>This is the demo robot, a simulated rover.</source>
        <comment>DEMO_RUNS</comment>
        <translation>这是演示机器人，一台仿真小车。</translation>
    </message>
    <message>
        <source>Your settings and layouts are kept as always; nothing of the robot is.</source>
        <comment>DEMO_KEPT</comment>
        <translation>你的设置和布局照常保留；机器人的数据都不保留。</translation>
    </message>
    <message>
        <source>This window is on trial: what you change in it is forgotten when it closes.</source>
        <comment>DEMO_FORGOTTEN</comment>
        <translation>这是试用窗口：其中所做的更改在关闭后不保留。</translation>
    </message>
    <message>
        <source>Find out</source>
        <comment>FIND_OUT</comment>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>UNKNOWN</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Kind of robot or server; “Find out” tries the default ports of all kinds</source>
        <comment>THE_KIND_OF_ROBOT</comment>
        <translation>机器人或服务器的类型；“自动识别”会尝试所有类型的默认端口</translation>
    </message>
    <message>
        <source>Name or IP address</source>
        <comment>NAME_OR_IP_ADDRESS</comment>
        <translation>名称或 IP 地址</translation>
    </message>
    <message>
        <source>Computer of the robot, for example 192.168.1.20 or rover.local</source>
        <comment>THE_COMPUTER_OF_THE</comment>
        <translation>机器人的计算机，例如 192.168.1.20 或 rover.local</translation>
    </message>
    <message>
        <source>1 to 65535. Leave empty for the default port of the kind</source>
        <comment>PORT_TIP</comment>
        <translation>1 至 65535。留空则用该类型的默认端口</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <comment>KIND</comment>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <comment>HOST</comment>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <comment>PORT</comment>
        <translation>端口(&amp;P)</translation>
    </message>
    <message>
        <source>default</source>
        <comment>USUAL</comment>
        <translation>默认</translation>
    </message>
    <message>
        <source>Look for everything that runs on this computer</source>
        <comment>LOOK_FOR_EVERYTHING_THAT</comment>
        <translation>查找本机上运行的所有服务器</translation>
    </message>
    <message>
        <source>Lists of names and experiments (*.txt *.json);;All files (*)</source>
        <comment>LISTS_OF_NAMES_AND</comment>
        <translation>名称列表和实验 (*.txt *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Connect to a robot</source>
        <comment>CONNECT_TO_A_ROBOT</comment>
        <translation>连接机器人</translation>
    </message>
    <message>
        <source>Leave empty to use the saved token</source>
        <comment>TOKEN_TIP</comment>
        <translation>留空则使用已保存的令牌</translation>
    </message>
    <message>
        <source>Connect</source>
        <comment>CONNECT</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>Find</source>
        <comment>FIND</comment>
        <translation>查找</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <comment>ADDRESS</comment>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>This computer</source>
        <comment>THIS_COMPUTER</comment>
        <translation>本机</translation>
    </message>
    <message>
        <source>The address in this variable of the environment</source>
        <comment>THE_ADDRESS_IN_THIS</comment>
        <translation>此环境变量中的地址</translation>
    </message>
    <message>
        <source>Start a simulated rover on this computer and connect to it</source>
        <comment>START_A_SIMULATED_ROVER</comment>
        <translation>在本机启动仿真小车并连接</translation>
    </message>
    <message>
        <source>Names from a file</source>
        <comment>NAMES_FROM_A_FILE</comment>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>For example {examples}</source>
        <comment>FOR_EXAMPLE</comment>
        <translation>例如 {examples}</translation>
    </message>
    <message>
        <source>Robots found</source>
        <comment>ROBOTS_FOUND</comment>
        <translation>发现的机器人</translation>
    </message>
    <message>
        <source>Address</source>
        <comment>ADDRESS_WORD</comment>
        <translation>地址</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>VERSION</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>Last seen</source>
        <comment>LAST_SEEN</comment>
        <translation>最近出现</translation>
    </message>
    <message>
        <source>Its own name is {name}</source>
        <comment>ITS_OWN_NAME_IS</comment>
        <translation>它自己的名称是 {name}</translation>
    </message>
    <message>
        <source>{age} ago</source>
        <comment>AGO</comment>
        <translation>{age} 前</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <comment>CANCEL_THE_SEARCH</comment>
        <translation>取消搜索</translation>
    </message>
    <message>
        <source>One per line, or separated by commas: {example}</source>
        <comment>ONE_PER_LINE</comment>
        <translation>每行一个，或用逗号分隔：{example}</translation>
    </message>
    <message>
        <source>From a &amp;file…</source>
        <comment>FROM_A_FILE</comment>
        <translation>从文件(&amp;F)…</translation>
    </message>
    <message>
        <source>A text file with one name per line, or the configuration of an experiment (JSON)</source>
        <comment>NAMES_FILE_TIP</comment>
        <translation>每行一个名称的文本文件，或实验的配置（JSON）</translation>
    </message>
    <message>
        <source>Such a robot can't list its topics. Name those to read</source>
        <comment>NAMES_TIP</comment>
        <translation>这种机器人无法列出话题。请指定要读取的话题</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <comment>ENGINE</comment>
        <translation>引擎(&amp;E)</translation>
    </message>
    <message>
        <source>Use these</source>
        <comment>USE_THESE</comment>
        <translation>使用这些</translation>
    </message>
    <message>
        <source>&amp;Topics to read</source>
        <comment>TOPICS_TO_READ</comment>
        <translation>要读取的话题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <comment>ALL</comment>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <comment>NONE</comment>
        <translation>不选(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;{topics}</source>
        <comment>CAPTION</comment>
        <translation>{topics}(&amp;T)</translation>
    </message>
    <message>
        <source>From {file}</source>
        <comment>FROM</comment>
        <translation>来自 {file}</translation>
    </message>
    <message>
        <source>Blue</source>
        <comment>BLUE</comment>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Violet</source>
        <comment>VIOLET</comment>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Cyan</source>
        <comment>CYAN</comment>
        <translation>青色</translation>
    </message>
    <message>
        <source>Pink</source>
        <comment>PINK</comment>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Orange</source>
        <comment>ORANGE</comment>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Olive</source>
        <comment>OLIVE</comment>
        <translation>橄榄色</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <comment>RENAME</comment>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <comment>COLOUR</comment>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <comment>REMOVE</comment>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>Recent robots</source>
        <comment>RECENT_ROBOTS</comment>
        <translation>最近的机器人</translation>
    </message>
    <message>
        <source>Its topics and values will be removed from the window.</source>
        <comment>DISCONNECT_TIP</comment>
        <translation>其话题和数值将从窗口中移除。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <comment>DISCONNECT</comment>
        <translation>断开</translation>
    </message>
    <message>
        <source>Drive it</source>
        <comment>DRIVE_IT</comment>
        <translation>驾驶它</translation>
    </message>
    <message>
        <source>Look for faults</source>
        <comment>LOOK_FOR_FAULTS</comment>
        <translation>查找故障</translation>
    </message>
    <message>
        <source>Undo</source>
        <comment>UNDO</comment>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Disconnect from {name}?</source>
        <comment>DISCONNECT_FROM</comment>
        <translation>断开 {name}？</translation>
    </message>
    <message>
        <source>No robot connected</source>
        <comment>NO_ROBOT_CONNECTED</comment>
        <translation>未连接机器人</translation>
    </message>
    <message>
        <source>Connect a robot to see its topics and messages, or try the demo robot.</source>
        <comment>START_TIP</comment>
        <translation>连接机器人以查看其话题和消息，或试用演示机器人。</translation>
    </message>
    <message>
        <source>Connect to a robot…</source>
        <comment>CONNECT_TO_A_ROBOT_ENTRY</comment>
        <translation>连接机器人…</translation>
    </message>
    <message>
        <source>&amp;Save in the key store of this system</source>
        <comment>SAVE_IN_THE_KEY</comment>
        <translation>保存到本系统的密钥库(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save in the key store of this system ({store})</source>
        <comment>SAVE_IN_THE_KEY_STORE_OF</comment>
        <translation>保存到本系统的密钥库（{store}）(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <comment>TOKEN</comment>
        <translation>令牌(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Proxy token</source>
        <comment>PROXY_TOKEN</comment>
        <translation>代理令牌(&amp;P)</translation>
    </message>
</context>
<context>
    <name>ConnectionStateWording</name>
    <message>
        <source>connecting</source>
        <comment>CONNECTING</comment>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <comment>CONNECTED</comment>
        <translation>已连接</translation>
    </message>
    <message>
        <source>stale</source>
        <comment>STALE</comment>
        <translation>不再有数据</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>LOST</comment>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>REFUSED</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
</context>
<context>
    <name>ConnectionWording</name>
    <message>
        <source>{state}: {reason}</source>
        <comment>STATE_BECAUSE</comment>
        <translation>{state}：{reason}</translation>
    </message>
    <message>
        <source>Waiting for the first answer</source>
        <comment>FIRST_ATTEMPT</comment>
        <translation>正在等待第一次应答</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>No answer from {connection} within {timeout_s:g} s</source>
        <comment>NO_ANSWER</comment>
        <translation>{connection} 在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The robot may be busy, or the network may be slow.</source>
        <comment>NO_ANSWER_TIP</comment>
        <translation>机器人可能繁忙，或网络可能较慢。</translation>
    </message>
    <message>
        <source>The robot may be busy.</source>
        <comment>BUSY_TIP</comment>
        <translation>机器人可能繁忙。</translation>
    </message>
    <message>
        <source>{topic}: {reason}</source>
        <comment>OF_TOPIC</comment>
        <translation>{topic}：{reason}</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <comment>TWO_TIPS</comment>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{connection} lists its own topics</source>
        <comment>LISTS_TOPICS_ITSELF</comment>
        <translation>{connection} 会自行列出话题</translation>
    </message>
    <message>
        <source>{topic} has no request rate: {connection} sends by itself</source>
        <comment>NOT_ASKED_FOR</comment>
        <translation>{topic} 没有请求频率：{connection} 会主动发送</translation>
    </message>
    <message>
        <source>Messages of {topic} define how they are read</source>
        <comment>DECODER_FIXED</comment>
        <translation>{topic} 的消息自带解码方式</translation>
    </message>
    <message>
        <source>{connection} has no world to control</source>
        <comment>NO_WORLD</comment>
        <translation>{connection} 没有可控制的仿真世界</translation>
    </message>
    <message>
        <source>{topic} can't be published: {connection} only reads</source>
        <comment>ONLY_READS</comment>
        <translation>无法发布 {topic}：{connection} 只能读取</translation>
    </message>
    <message>
        <source>{topic} is no longer published</source>
        <comment>PUBLISHED_NO_MORE</comment>
        <translation>{topic} 已不再发布</translation>
    </message>
    <message>
        <source>Nothing can be published: {reason}</source>
        <comment>NOTHING_PUBLISHED</comment>
        <translation>无法发布任何内容：{reason}</translation>
    </message>
    <message>
        <source>Not recorded: {reason}</source>
        <comment>NOT_RECORDED</comment>
        <translation>未录制：{reason}</translation>
    </message>
    <message>
        <source>Close what you don't need.</source>
        <comment>CLOSE_SOME_TIP</comment>
        <translation>请关闭不需要的内容。</translation>
    </message>
</context>
<context>
    <name>ConsoleWording</name>
    <message>
        <source>{name} has no console</source>
        <comment>HAS_NONE</comment>
        <translation>{name} 没有控制台</translation>
    </message>
    <message>
        <source>No lines yet</source>
        <comment>NOTHING_YET</comment>
        <translation>尚无日志行</translation>
    </message>
    <message>
        <source>Nothing was logged by then</source>
        <comment>NOTHING_LOGGED_THEN</comment>
        <translation>到当时为止没有日志</translation>
    </message>
    <message>
        <source>The last lines until the time that is shown appear here, as far as they are kept.</source>
        <comment>WHAT_IS_KEPT</comment>
        <translation>这里显示到所示时刻为止的最后几行，以保留的内容为限。</translation>
    </message>
    <message>
        <source>New log messages of the robot appear here.</source>
        <comment>LOGGED_FROM_NOW</comment>
        <translation>机器人的新日志消息会显示在这里。</translation>
    </message>
    <message>
        <source>All nodes</source>
        <comment>ALL_NODES</comment>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>{count} lines</source>
        <comment>LINES</comment>
        <translation>{count} 行</translation>
    </message>
    <message>
        <source>1 line</source>
        <comment>ONE_LINE</comment>
        <translation>1 行</translation>
    </message>
    <message>
        <source>{count} more since</source>
        <comment>MORE_SINCE</comment>
        <translation>此后新增 {count} 行</translation>
    </message>
    <message>
        <source>{count} dropped</source>
        <comment>DROPPED</comment>
        <translation>丢弃 {count} 行</translation>
    </message>
    <message>
        <source>{count} unreadable</source>
        <comment>UNREADABLE</comment>
        <translation>{count} 行无法读取</translation>
    </message>
    <message>
        <source>{level} and above</source>
        <comment>AND_ABOVE</comment>
        <translation>{level}及以上</translation>
    </message>
    <message>
        <source>Only {level} and above</source>
        <comment>ONLY_AND_ABOVE</comment>
        <translation>仅{level}及以上</translation>
    </message>
    <message>
        <source>Only {name}</source>
        <comment>ONLY</comment>
        <translation>仅 {name}</translation>
    </message>
    <message>
        <source>Copy lines</source>
        <comment>COPY_LINES</comment>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy message</source>
        <comment>COPY_TEXT</comment>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Show all</source>
        <comment>SHOW_ALL</comment>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Clear</source>
        <comment>CLEAR</comment>
        <translation>清空</translation>
    </message>
    <message>
        <source>Debug</source>
        <comment>DEBUG</comment>
        <translation>调试</translation>
    </message>
    <message>
        <source>Info</source>
        <comment>INFO</comment>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>WARNING</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>ERROR</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>Fatal</source>
        <comment>FATAL</comment>
        <translation>致命</translation>
    </message>
    <message>
        <source>Driving</source>
        <comment>FROM_DRIVING</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>Demo robot</source>
        <comment>FROM_DEMO</comment>
        <translation>演示机器人</translation>
    </message>
    <message>
        <source>Window</source>
        <comment>FROM_WINDOW</comment>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Settings</source>
        <comment>FROM_SETTINGS</comment>
        <translation>设置</translation>
    </message>
    <message>
        <source>Network</source>
        <comment>FROM_NETWORK</comment>
        <translation>网络</translation>
    </message>
    <message>
        <source>Teledeck</source>
        <comment>FROM_PROGRAM</comment>
        <translation>Teledeck</translation>
    </message>
    <message>
        <source>No entries yet</source>
        <comment>NOTHING_LOGGED</comment>
        <translation>尚无条目</translation>
    </message>
    <message>
        <source>Connections and faults appear here.</source>
        <comment>WHAT_IS_LOGGED</comment>
        <translation>连接和故障会显示在这里。</translation>
    </message>
    <message>
        <source>No matching lines</source>
        <comment>NO_MATCH</comment>
        <translation>没有匹配的行</translation>
    </message>
    <message>
        <source>Lower the level or clear the filter.</source>
        <comment>LOWER_LEVEL</comment>
        <translation>请降低级别，或清除筛选。</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>TIME</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Level</source>
        <comment>LEVEL</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Node</source>
        <comment>NODE</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>Message</source>
        <comment>MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Follow</source>
        <comment>FOLLOW</comment>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the newest line visible</source>
        <comment>FOLLOW_TIP</comment>
        <translation>使最新一行保持可见</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all</source>
        <comment>COPY_TIP</comment>
        <translation>复制选中的行，未选则复制全部</translation>
    </message>
    <message>
        <source>Remove all lines</source>
        <comment>CLEAR_TIP</comment>
        <translation>移除所有行</translation>
    </message>
    <message>
        <source>Its protocol has no log messages: Gazebo programs write to their own terminals.</source>
        <comment>HAS_NONE_TIP</comment>
        <translation>其协议没有日志消息：Gazebo 程序输出到各自的终端。</translation>
    </message>
    <message>
        <source>Lowest level</source>
        <comment>LOWEST_LEVEL</comment>
        <translation>最低级别</translation>
    </message>
    <message>
        <source>Filter the lines</source>
        <comment>FILTER_THE_LINES</comment>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <comment>LOG_LINES</comment>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Console lines</source>
        <comment>CONSOLE_LINES</comment>
        <translation>控制台的行</translation>
    </message>
    <message>
        <source>Lines dropped because the program was too slow</source>
        <comment>DROPPED_TIP</comment>
        <translation>因程序太慢而丢弃的行</translation>
    </message>
    <message>
        <source>Source</source>
        <comment>SOURCE</comment>
        <translation>来源</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <comment>FILTER_THE_LOG</comment>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Lines of runs</source>
        <comment>LINES_OF_RUNS</comment>
        <translation>各次运行的日志</translation>
    </message>
    <message>
        <source>Mix in what was logged in runs, each line at its time</source>
        <comment>LINES_OF_RUNS_TIP</comment>
        <translation>混入各次运行中记录的日志，每行位于其时间处</translation>
    </message>
    <message>
        <source>The log of the run is being read</source>
        <comment>READING_RUN</comment>
        <translation>正在读取该次运行的日志</translation>
    </message>
    <message>
        <source>Nothing was logged in this run</source>
        <comment>RUN_LOGGED_NOTHING</comment>
        <translation>该次运行没有记录日志</translation>
    </message>
</context>
<context>
    <name>CurveWording</name>
    <message>
        <source>Scale and offset must be numbers</source>
        <comment>SCALE_NO_NUMBER</comment>
        <translation>缩放和偏移须为数值</translation>
    </message>
    <message>
        <source>The window of a mean must be between 0 and 3600 seconds</source>
        <comment>BAD_WINDOW</comment>
        <translation>均值的窗长须在 0 到 3600 秒之间</translation>
    </message>
    <message>
        <source>A curve has either a field or an expression</source>
        <comment>FIELD_OR_EXPRESSION</comment>
        <translation>曲线只能有字段或表达式之一</translation>
    </message>
    <message>
        <source>Yaw needs a field with x, y, z and w, not an expression</source>
        <comment>YAW_OF_EXPRESSION</comment>
        <translation>偏航需要含 x、y、z、w 的字段，不能用表达式</translation>
    </message>
    <message>
        <source>The expression names no field</source>
        <comment>NO_FIELD</comment>
        <translation>表达式中没有字段</translation>
    </message>
    <message>
        <source>{reason} (at character {character})</source>
        <comment>AT_CHARACTER</comment>
        <translation>{reason}（第 {character} 个字符）</translation>
    </message>
    <message>
        <source>An expression has at most {limit} characters</source>
        <comment>TOO_LONG</comment>
        <translation>表达式最多 {limit} 个字符</translation>
    </message>
    <message>
        <source>The expression is empty</source>
        <comment>EMPTY</comment>
        <translation>表达式为空</translation>
    </message>
    <message>
        <source>An operator is missing before “{text}”</source>
        <comment>NO_OPERATOR</comment>
        <translation>“{text}”前缺少运算符</translation>
    </message>
    <message>
        <source>The expression is nested too deeply</source>
        <comment>TOO_DEEP</comment>
        <translation>表达式嵌套过深</translation>
    </message>
    <message>
        <source>The expression ends too early</source>
        <comment>ENDS_EARLY</comment>
        <translation>表达式不完整</translation>
    </message>
    <message>
        <source>A value is missing before “{text}”</source>
        <comment>NO_VALUE</comment>
        <translation>“{text}”前缺少值</translation>
    </message>
    <message>
        <source>The function “{name}” does not exist; available: {known}</source>
        <comment>NO_FUNCTION</comment>
        <translation>没有函数“{name}”；可用：{known}</translation>
    </message>
    <message>
        <source>{name} takes 1 value, not {count}</source>
        <comment>TAKES_ONE</comment>
        <translation>{name} 需要 1 个值，而不是 {count} 个</translation>
    </message>
    <message>
        <source>{name} takes {wanted} values, not {count}</source>
        <comment>TAKES</comment>
        <translation>{name} 需要 {wanted} 个值，而不是 {count} 个</translation>
    </message>
    <message>
        <source>{name} takes {least} to {most} values, not {count}</source>
        <comment>TAKES_BETWEEN</comment>
        <translation>{name} 需要 {least} 到 {most} 个值，而不是 {count} 个</translation>
    </message>
    <message>
        <source>“{opened}” is not closed</source>
        <comment>NOT_CLOSED</comment>
        <translation>“{opened}”没有闭合</translation>
    </message>
    <message>
        <source>An expression has at most {limit} fields</source>
        <comment>TOO_MANY_FIELDS</comment>
        <translation>表达式最多 {limit} 个字段</translation>
    </message>
    <message>
        <source>{text} is not a name in quotes</source>
        <comment>NO_QUOTED_NAME</comment>
        <translation>{text} 不是带引号的名称</translation>
    </message>
    <message>
        <source>“{character}” has no meaning here</source>
        <comment>NO_MEANING</comment>
        <translation>“{character}”在此处无意义</translation>
    </message>
    <message>
        <source>“^” has no meaning here; write a power as **</source>
        <comment>NO_CARET</comment>
        <translation>“^”在此处无意义；乘方请写作 **</translation>
    </message>
</context>
<context>
    <name>DefinitionWording</name>
    <message>
        <source>The definition of {type_name} has {nbytes:,} bytes; the limit is {limit:,}</source>
        <comment>TOO_LONG</comment>
        <translation>{type_name} 的定义有 {nbytes:,} 字节，上限为 {limit:,}</translation>
    </message>
    <message>
        <source>The definition does not describe {type_name}</source>
        <comment>NOT_IN_IT</comment>
        <translation>定义中没有描述 {type_name}</translation>
    </message>
    <message>
        <source>{file} is missing</source>
        <comment>FILE_MISSING</comment>
        <translation>缺少 {file}</translation>
    </message>
    <message>
        <source>The definition of {type_name} can't be used: {reason}</source>
        <comment>BROKEN</comment>
        <translation>{type_name} 的定义无法使用：{reason}</translation>
    </message>
</context>
<context>
    <name>DiagnosticsWording</name>
    <message>
        <source>OK</source>
        <comment>OK</comment>
        <translation>正常</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>WARN</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>ERROR</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>Stale</source>
        <comment>STALE</comment>
        <translation>无更新</translation>
    </message>
    <message>
        <source>{name} has no diagnostics</source>
        <comment>NONE</comment>
        <translation>{name} 没有诊断</translation>
    </message>
    <message>
        <source>Nodes of ROS 1 publish them as diagnostic_msgs on /diagnostics. Start a driver that does, or a diagnostic_aggregator.</source>
        <comment>NONE_TIP</comment>
        <translation>ROS 1 节点在 /diagnostics 上以 diagnostic_msgs 发布诊断。请启动会发布诊断的驱动程序，或启动 diagnostic_aggregator。</translation>
    </message>
    <message>
        <source>No diagnostics yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无诊断</translation>
    </message>
    <message>
        <source>Waiting for {topics}</source>
        <comment>NONE_YET_TIP</comment>
        <translation>正在等待 {topics}</translation>
    </message>
    <message>
        <source>No part matches</source>
        <comment>NO_MATCH</comment>
        <translation>没有匹配的部件</translation>
    </message>
    <message>
        <source>Lower the level, or clear the filter.</source>
        <comment>NO_MATCH_TIP</comment>
        <translation>请降低级别，或清除筛选。</translation>
    </message>
    <message>
        <source>No faults</source>
        <comment>NO_FAULTS</comment>
        <translation>没有故障</translation>
    </message>
    <message>
        <source>No part is at this level. Lower the level to see all {count}.</source>
        <comment>NO_FAULTS_TIP</comment>
        <translation>没有部件处于此级别。降低级别可查看全部 {count} 个。</translation>
    </message>
    <message>
        <source>All levels</source>
        <comment>ALL_LEVELS</comment>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>{level} and worse</source>
        <comment>AND_WORSE</comment>
        <translation>{level}及以上</translation>
    </message>
    <message>
        <source>All topics</source>
        <comment>ALL_TOPICS</comment>
        <translation>所有话题</translation>
    </message>
    <message>
        <source>1 part</source>
        <comment>ONE_PART</comment>
        <translation>1 个部件</translation>
    </message>
    <message>
        <source>{count} parts</source>
        <comment>PARTS</comment>
        <translation>{count} 个部件</translation>
    </message>
    <message>
        <source>{count} with errors</source>
        <comment>ERRORS</comment>
        <translation>{count} 个错误</translation>
    </message>
    <message>
        <source>{count} with warnings</source>
        <comment>WARNINGS</comment>
        <translation>{count} 个警告</translation>
    </message>
    <message>
        <source>{count} stale</source>
        <comment>STALES</comment>
        <translation>{count} 个无更新</translation>
    </message>
    <message>
        <source>{count} left out</source>
        <comment>LEFT_OUT</comment>
        <translation>略去 {count} 个</translation>
    </message>
    <message>
        <source>Got worse: {count}</source>
        <comment>GOT_WORSE</comment>
        <translation>恶化：{count}</translation>
    </message>
    <message>
        <source>{before} to {level}</source>
        <comment>CHANGED</comment>
        <translation>{before}变为{level}</translation>
    </message>
    <message>
        <source>No message for 5 s</source>
        <comment>SILENT</comment>
        <translation>5 s 没有消息</translation>
    </message>
    <message>
        <source>No values</source>
        <comment>NO_VALUES</comment>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>Select a part to see its values.</source>
        <comment>SELECT</comment>
        <translation>选择一个部件以查看其数值。</translation>
    </message>
    <message>
        <source>Nothing got worse since this view was opened.</source>
        <comment>NOTHING_WORSE</comment>
        <translation>打开此视图以来没有部件恶化。</translation>
    </message>
    <message>
        <source>Hardware: {hardware}</source>
        <comment>TIP_HARDWARE</comment>
        <translation>硬件：{hardware}</translation>
    </message>
    <message>
        <source>Received on {topic} {age} ago</source>
        <comment>TIP_TOPIC</comment>
        <translation>{age} 前从 {topic} 收到</translation>
    </message>
    <message>
        <source>Got worse {count} times</source>
        <comment>TIP_WORSENED</comment>
        <translation>恶化 {count} 次</translation>
    </message>
    <message>
        <source>Show its topic</source>
        <comment>SHOW_TOPIC</comment>
        <translation>显示其话题</translation>
    </message>
    <message>
        <source>Filter by part, message or hardware</source>
        <comment>FILTER</comment>
        <translation>按部件、消息或硬件筛选</translation>
    </message>
    <message>
        <source>Show what got worse, with times</source>
        <comment>SHOW_HISTORY</comment>
        <translation>显示哪些部件恶化及其时间</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected rows (Ctrl+C)</source>
        <comment>COPY_TIP</comment>
        <translation>复制选中的行（Ctrl+C）</translation>
    </message>
    <message>
        <source>Lowest level that is shown</source>
        <comment>LOWEST_LEVEL</comment>
        <translation>显示的最低级别</translation>
    </message>
    <message>
        <source>Topic whose diagnostics are shown</source>
        <comment>SHOWN_TOPIC</comment>
        <translation>显示哪个话题的诊断</translation>
    </message>
    <message>
        <source>Parts of the robot</source>
        <comment>ALL_PARTS</comment>
        <translation>机器人的部件</translation>
    </message>
    <message>
        <source>What got worse</source>
        <comment>WHAT_GOT_WORSE</comment>
        <translation>恶化的部件</translation>
    </message>
    <message>
        <source>Values of the selected part</source>
        <comment>PART_VALUES</comment>
        <translation>选中部件的数值</translation>
    </message>
    <message>
        <source>Name</source>
        <comment>NAME</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy message</source>
        <comment>COPY_MESSAGE</comment>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy values</source>
        <comment>COPY_VALUES</comment>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <comment>COPY_ROWS</comment>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Next fault</source>
        <comment>NEXT_FAULT</comment>
        <translation>下一故障</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Go to the next fault, or the one before</source>
        <comment>GO_TO_FAULT</comment>
        <translation>转到下一个或上一个故障</translation>
    </message>
    <message>
        <source>Part</source>
        <comment>PART</comment>
        <translation>部件</translation>
    </message>
    <message>
        <source>Level</source>
        <comment>LEVEL</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Message</source>
        <comment>MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>AGE</comment>
        <translation>距今</translation>
    </message>
    <message>
        <source>Hardware</source>
        <comment>HARDWARE</comment>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Got worse</source>
        <comment>WORSENED</comment>
        <translation>恶化</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>TIME</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Change</source>
        <comment>CHANGE</comment>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>DoctorDialogWording</name>
    <message>
        <source>Diagnose {robot}</source>
        <comment>TITLE</comment>
        <translation>诊断 {robot}</translation>
    </message>
    <message>
        <source>Checking every step of the way to {robot}…</source>
        <comment>RUNS</comment>
        <translation>正在检查到 {robot} 的连接的每一步…</translation>
    </message>
    <message>
        <source>Faults found on the way to {robot}: {faults} (checks done: {count}). Choose one to see what to do.</source>
        <comment>FAULTS</comment>
        <translation>到 {robot} 的连接中发现的故障：{faults}（已检查 {count} 项）。选择一项查看处理办法。</translation>
    </message>
    <message>
        <source>No fault found on the way to {robot} (checks done: {count}).</source>
        <comment>NO_FAULT</comment>
        <translation>到 {robot} 的连接中未发现故障（已检查 {count} 项）。</translation>
    </message>
    <message>
        <source>The diagnosis of {robot} ended before all steps were checked. See the log for details.</source>
        <comment>ENDED_EARLY</comment>
        <translation>对 {robot} 的诊断在检查完所有步骤之前就结束了。详情见日志。</translation>
    </message>
</context>
<context>
    <name>DoctorWording</name>
    <message>
        <source>{host} is an address, so no name needs to be resolved</source>
        <comment>NAME_IS_ADDRESS</comment>
        <translation>{host} 是地址，无需解析名称</translation>
    </message>
    <message>
        <source>The name “{host}” resolves to {address}</source>
        <comment>NAME_RESOLVED</comment>
        <translation>名称“{host}”解析为 {address}</translation>
    </message>
    <message>
        <source>The name “{host}” could not be resolved within {timeout_s:g} s</source>
        <comment>NAME_NOT_IN_TIME</comment>
        <translation>名称“{host}”未能在 {timeout_s:g} s 内解析</translation>
    </message>
    <message>
        <source>This computer is announced as {address}, where it can't even reach itself: {reason}</source>
        <comment>OWN_ADDRESS_UNREACHABLE</comment>
        <translation>本机通告的地址为 {address}，但本机自己也无法连上该地址：{reason}</translation>
    </message>
    <message>
        <source>Teledeck could not announce itself to the robot: {reason}</source>
        <comment>ROBOT_NOT_TOLD</comment>
        <translation>Teledeck 无法向机器人通告自己：{reason}</translation>
    </message>
</context>
<context>
    <name>DrivePanelWording</name>
    <message>
        <source>The robot may still be moving</source>
        <comment>MAY_BE_MOVING</comment>
        <translation>机器人可能仍在运动</translation>
    </message>
    <message>
        <source>{robots} may still be moving</source>
        <comment>ROBOTS_MAY_BE_MOVING</comment>
        <translation>{robots} 可能仍在运动</translation>
    </message>
    <message>
        <source>Not armed: the drive panel is not visible</source>
        <comment>UNSEEN</comment>
        <translation>未解锁：驾驶面板不可见</translation>
    </message>
    <message>
        <source>The topic or type of the profile is not used: {reason}</source>
        <comment>PROFILE_LEFT_ASIDE</comment>
        <translation>未采用配置档案中的话题或类型：{reason}</translation>
    </message>
    <message>
        <source>None connected</source>
        <comment>NO_PAD</comment>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Arm anyway</source>
        <comment>ARM_UNWATCHED</comment>
        <translation>仍然解锁</translation>
    </message>
    <message>
        <source>To drive another robot, select it in the topic list.</source>
        <comment>SELECT_ANOTHER</comment>
        <translation>要驾驶其他机器人，请在话题列表中选择它。</translation>
    </message>
    <message>
        <source>No robot</source>
        <comment>NO_ROBOT</comment>
        <translation>没有机器人</translation>
    </message>
    <message>
        <source>Connect a robot first.</source>
        <comment>CONNECT_FIRST</comment>
        <translation>请先连接机器人。</translation>
    </message>
    <message>
        <source>{name} can't be driven</source>
        <comment>NOT_DRIVABLE</comment>
        <translation>{name} 不能驾驶</translation>
    </message>
    <message>
        <source>{name} is in view-only mode</source>
        <comment>LOCKED</comment>
        <translation>{name} 处于只看模式</translation>
    </message>
    <message>
        <source>Start the base of the robot. Its command topic then appears automatically.</source>
        <comment>START_BASE</comment>
        <translation>请启动机器人的底盘。随后其指令话题会自动出现。</translation>
    </message>
    <message>
        <source>Profile: {name}</source>
        <comment>PROFILE</comment>
        <translation>配置档案：{name}</translation>
    </message>
    <message>
        <source>Quit Teledeck? {robot} was armed</source>
        <comment>QUIT_WHILE_ARMED</comment>
        <translation>退出 Teledeck？{robot} 刚才处于已解锁状态</translation>
    </message>
    <message>
        <source>It was stopped and disarmed when you asked to quit. If you cancel, arm again to drive.</source>
        <comment>QUIT_WHILE_ARMED_TIP</comment>
        <translation>请求退出时已将它停下并锁定。若取消退出，要驾驶请重新解锁。</translation>
    </message>
    <message>
        <source>Quit Teledeck? A robot may still be moving</source>
        <comment>QUIT_WHILE_MOVING</comment>
        <translation>退出 Teledeck？可能有机器人仍在运动</translation>
    </message>
    <message>
        <source>Zeros are sent on for up to a minute, until the robot confirms.</source>
        <comment>QUIT_WHILE_MOVING_TIP</comment>
        <translation>会继续发送零指令，直到机器人确认，最长一分钟。</translation>
    </message>
    <message>
        <source>Quit Teledeck? A publisher in this window moved a robot</source>
        <comment>QUIT_WHILE_OTHERS_MOVE</comment>
        <translation>退出 Teledeck？本窗口有发布者正使机器人运动</translation>
    </message>
    <message>
        <source>It was ended when you asked to quit, as by STOP. If you cancel, start it again.</source>
        <comment>QUIT_WHILE_OTHERS_MOVE_TIP</comment>
        <translation>请求退出时已将它结束，与按“停止”相同。若取消退出，请重新启动它。</translation>
    </message>
    <message>
        <source>Software stop, not a safety-rated emergency stop.</source>
        <comment>SOFTWARE_STOP</comment>
        <translation>软件停止，不是安全认证的急停。</translation>
    </message>
    <message>
        <source>{battery}, {age} old</source>
        <comment>OLD_BATTERY</comment>
        <translation>{battery}，{age} 前</translation>
    </message>
    <message>
        <source>A robot is armed</source>
        <comment>A_ROBOT_IS_ARMED</comment>
        <translation>有机器人已解锁</translation>
    </message>
    <message>
        <source>Watch the robot. If it moves, press STOP ({key}). When it has stopped, press Clear twice in the drive panel.</source>
        <comment>MAY_BE_MOVING_TIP</comment>
        <translation>请注视机器人。如果它在动，按“停止”（{key}）。停下后，在驾驶面板中按两次“复位”。</translation>
    </message>
    <message>
        <source>Open the drive panel, check there who else is sending, then arm.</source>
        <comment>UNSEEN_TIP</comment>
        <translation>请打开驾驶面板，查看还有谁在发送，再解锁。</translation>
    </message>
    <message>
        <source>Quit</source>
        <comment>QUIT</comment>
        <translation>退出</translation>
    </message>
    <message>
        <source>Drive</source>
        <comment>DRIVE</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>Teledeck sends stop commands until one arrives. If the robot moves, stop it there or select it again. When it has stopped, press Clear twice in the drive panel.</source>
        <comment>LEFT_MOVING_TIP</comment>
        <translation>Teledeck 会一直发送停止指令，直到有一条送达。如果机器人在动，请就地让它停下，或重新选择它。停下后，在驾驶面板中按两次“复位”。</translation>
    </message>
    <message>
        <source>Gamepads</source>
        <comment>GAMEPADS</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Teledeck finds gamepads when you connect them. The marked one drives.</source>
        <comment>PADS_TIP</comment>
        <translation>手柄接入后 Teledeck 会自动识别。带标记的手柄用于驾驶。</translation>
    </message>
    <message>
        <source>Drive with {keys} or the arrow keys</source>
        <comment>DRIVE_WITH_KEYS</comment>
        <translation>用 {keys} 或箭头键驾驶</translation>
    </message>
    <message>
        <source>Hold {deadman} first, then drive with {keys} or the arrow keys</source>
        <comment>DRIVE_WITH_DEADMAN</comment>
        <translation>先按住 {deadman}，再用 {keys} 或箭头键驾驶</translation>
    </message>
    <message>
        <source>To arm, keep {one} and {other} held: {left_s} s.</source>
        <comment>CHORD_HOLD</comment>
        <translation>要解锁，请继续按住 {one} 和 {other}：{left_s} s。</translation>
    </message>
    <message>
        <source>Release {one} and {other} now to arm.</source>
        <comment>CHORD_RELEASE</comment>
        <translation>现在松开 {one} 和 {other} 即解锁。</translation>
    </message>
    <message>
        <source>Not armed. Release all keys, then press {one} and {other} together, hold them for half a second, and release both.</source>
        <comment>CHORD_CANCELLED</comment>
        <translation>未解锁。请松开所有按键，再同时按下 {one} 和 {other}，按住半秒，然后都松开。</translation>
    </message>
    <message>
        <source>Drive mode</source>
        <comment>MODE</comment>
        <translation>驾驶模式</translation>
    </message>
    <message>
        <source>Mode</source>
        <comment>MODE_SHORT</comment>
        <translation>模式</translation>
    </message>
    <message>
        <source>The keys drive wherever you click, and text fields take no letters. {key} ends drive mode and disarms the robot.</source>
        <comment>MODE_TIP</comment>
        <translation>无论点到哪里，按键都用于驾驶，文本框不接收字母。按 {key} 退出驾驶模式并锁定机器人。</translation>
    </message>
    <message>
        <source>Arm first. In drive mode the keys drive wherever you click, and text fields take no letters. {key} ends drive mode and disarms the robot.</source>
        <comment>MODE_ARM_FIRST</comment>
        <translation>请先解锁。在驾驶模式下，无论点到哪里，按键都用于驾驶，文本框不接收字母。按 {key} 退出驾驶模式并锁定机器人。</translation>
    </message>
    <message>
        <source>DRIVE MODE: keys drive, text fields take no letters. {key} disarms.</source>
        <comment>MODE_BADGE</comment>
        <translation>驾驶模式：按键用于驾驶，文本框不接收字母。按 {key} 锁定。</translation>
    </message>
    <message>
        <source>DRIVE MODE: {key} disarms</source>
        <comment>MODE_BADGE_SHORT</comment>
        <translation>驾驶模式：按 {key} 锁定</translation>
    </message>
    <message>
        <source>One of them is held to drive, if the profile says so</source>
        <comment>DEADMAN_KEYS</comment>
        <translation>若配置档案要求，驾驶时须按住其中之一</translation>
    </message>
    <message>
        <source>Arm: hold both for half a second, then release both</source>
        <comment>ARM_KEYS</comment>
        <translation>解锁：同时按住半秒，然后都松开</translation>
    </message>
    <message>
        <source>Leave drive mode and disarm</source>
        <comment>LEAVE_MODE_KEY</comment>
        <translation>退出驾驶模式并锁定</translation>
    </message>
    <message>
        <source>Allow commands to this robot</source>
        <comment>ALLOW_COMMANDS_TO_THIS</comment>
        <translation>允许向此机器人发指令</translation>
    </message>
    <message>
        <source>Choose a profile</source>
        <comment>CHOOSE_A_PROFILE</comment>
        <translation>选择配置档案</translation>
    </message>
    <message>
        <source>Profiles with wheels or a joint, and the profile editor.</source>
        <comment>PROFILES_TIP</comment>
        <translation>带车轮或关节的配置档案，以及配置档案编辑器。</translation>
    </message>
    <message>
        <source>Copy values</source>
        <comment>COPY_VALUES</comment>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Profiles…</source>
        <comment>PROFILES</comment>
        <translation>配置档案…</translation>
    </message>
    <message>
        <source>Set up a gamepad…</source>
        <comment>SET_UP_A_GAMEPAD</comment>
        <translation>设置手柄…</translation>
    </message>
    <message>
        <source>Without a watchdog, nothing stops the robot if driving fails. Arm without a watchdog?</source>
        <comment>ASK_UNWATCHED</comment>
        <translation>没有看门狗，驾驶一旦失效，没有任何机制让机器人停下。要在无看门狗时解锁吗？</translation>
    </message>
    <message>
        <source>Until Teledeck closes</source>
        <comment>ALLOW_TIP</comment>
        <translation>直到 Teledeck 关闭</translation>
    </message>
    <message>
        <source>Copy as command: drive</source>
        <comment>COPY_AS_COMMAND_DRIVE</comment>
        <translation>复制为命令：drive</translation>
    </message>
    <message>
        <source>Go to topic</source>
        <comment>GO_TO_TOPIC</comment>
        <translation>转到话题</translation>
    </message>
    <message>
        <source>Leave this robot</source>
        <comment>LEAVE_THIS_ROBOT</comment>
        <translation>不再驾驶此机器人</translation>
    </message>
    <message>
        <source>Only if the robot stops by itself, or someone stands at its own stop button.</source>
        <comment>ARM_UNWATCHED_TIP</comment>
        <translation>仅当机器人会自行停止，或有人守在它自己的停止按钮旁时。</translation>
    </message>
    <message>
        <source>Don't arm</source>
        <comment>DONT_ARM</comment>
        <translation>不解锁</translation>
    </message>
    <message>
        <source>Change nothing.</source>
        <comment>CHANGE_NOTHING</comment>
        <translation>不做更改。</translation>
    </message>
    <message>
        <source>Robots of this protocol accept no drive commands.</source>
        <comment>NOT_DRIVABLE_TIP</comment>
        <translation>此协议的机器人不接收驾驶指令。</translation>
    </message>
    <message>
        <source>Make sure the area is clear, then allow commands.</source>
        <comment>LOCKED_TIP</comment>
        <translation>请确认周围无人、无障碍，再允许指令。</translation>
    </message>
    <message>
        <source>Click the stick to use {keys}</source>
        <comment>CLICK_STICK</comment>
        <translation>单击摇杆后可用 {keys}</translation>
    </message>
    <message>
        <source>No profile with wheels</source>
        <comment>NO_PROFILE_WITH_WHEELS</comment>
        <translation>没有带车轮的配置档案</translation>
    </message>
    <message>
        <source>Speed</source>
        <comment>SPEED</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed limit, as a percentage of the profile's maximum</source>
        <comment>SPEED_LIMIT_AS_A</comment>
        <translation>限速，占配置档案最大值的百分比</translation>
    </message>
    <message>
        <source>Command valid for</source>
        <comment>COMMAND_VALID_FOR</comment>
        <translation>指令有效期</translation>
    </message>
    <message>
        <source>Remaining validity of the command: 0.2 s, unless it is renewed. Empty: the robot stops.</source>
        <comment>LEASE_TIP</comment>
        <translation>指令剩余有效期：0.2 s，除非续期。为空：机器人停止。</translation>
    </message>
    <message>
        <source>Robot</source>
        <comment>ROBOT</comment>
        <translation>机器人</translation>
    </message>
    <message>
        <source>Robot to drive. Changing it disarms the robot.</source>
        <comment>ROBOT_TIP</comment>
        <translation>要驾驶的机器人。更改会锁定机器人。</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Command topic. Changing it disarms the robot.</source>
        <comment>TOPIC_TIP</comment>
        <translation>指令话题。更改会锁定机器人。</translation>
    </message>
    <message>
        <source>Choose a topic</source>
        <comment>CHOOSE_A_TOPIC</comment>
        <translation>选择话题</translation>
    </message>
    <message>
        <source>Profile</source>
        <comment>PROFILE_WORD</comment>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Speed limits and controls. Changing it disarms the robot.</source>
        <comment>PROFILE_TIP</comment>
        <translation>限速和操控方式。更改会锁定机器人。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <comment>EDIT</comment>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit the profiles. This disarms the robot.</source>
        <comment>EDIT_TIP</comment>
        <translation>编辑配置档案。这会锁定机器人。</translation>
    </message>
    <message>
        <source>Clear</source>
        <comment>CLEAR</comment>
        <translation>复位</translation>
    </message>
    <message>
        <source>Confirm clear</source>
        <comment>CONFIRM_CLEAR</comment>
        <translation>确认复位</translation>
    </message>
    <message>
        <source>Arm</source>
        <comment>ARM</comment>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Disarm</source>
        <comment>DISARM</comment>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Allow the robot to be driven. Release all keys and sticks first.</source>
        <comment>ARM_TIP</comment>
        <translation>允许驾驶机器人。请先松开所有按键和摇杆。</translation>
    </message>
    <message>
        <source>Stop the robot and allow no motion.</source>
        <comment>DISARM_TIP</comment>
        <translation>停下机器人，并禁止运动。</translation>
    </message>
    <message>
        <source>Release STOP: press twice within 5 s (not a double-click). The robot stays disarmed.</source>
        <comment>CLEAR_TIP</comment>
        <translation>解除“停止”：5 s 内按两次（不是双击）。机器人仍未解锁。</translation>
    </message>
    <message>
        <source>Battery</source>
        <comment>BATTERY</comment>
        <translation>电池</translation>
    </message>
    <message>
        <source>Battery state reported by the robot</source>
        <comment>BATTERY_TIP</comment>
        <translation>机器人报告的电池状态</translation>
    </message>
    <message>
        <source>Link</source>
        <comment>LINK</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>E-stop</source>
        <comment>ESTOP</comment>
        <translation>急停</translation>
    </message>
    <message>
        <source>The robot's own E-stop, as the robot reports it on {topic} ({field}).</source>
        <comment>ESTOP_TIP</comment>
        <translation>机器人自身的急停，由机器人在 {topic}（{field}）上报告。</translation>
    </message>
    <message>
        <source>The robot's own E-stop is pressed</source>
        <comment>ESTOP_ALERT</comment>
        <translation>机器人自身的急停已按下</translation>
    </message>
    <message>
        <source>Make sure that the area is clear, release the E-stop on the robot, then arm.</source>
        <comment>ESTOP_ALERT_TIP</comment>
        <translation>请确认周围无人、无障碍，松开机器人上的急停，再解锁。</translation>
    </message>
    <message>
        <source>Delay</source>
        <comment>DELAY</comment>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Driver</source>
        <comment>DRIVER</comment>
        <translation>驾驶者</translation>
    </message>
    <message>
        <source>Others</source>
        <comment>OTHERS</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>KEYS</comment>
        <translation>按键</translation>
    </message>
    <message>
        <source>Stick</source>
        <comment>STICK</comment>
        <translation>摇杆</translation>
    </message>
    <message>
        <source>{source}: {forward} % forward, {turn} % left</source>
        <comment>SPOKEN_STICK</comment>
        <translation>{source}：前进 {forward} %，左转 {turn} %</translation>
    </message>
    <message>
        <source>Released</source>
        <comment>STICK_RELEASED</comment>
        <translation>已松开</translation>
    </message>
    <message>
        <source>Velocities</source>
        <comment>VELOCITIES</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>{share} %</source>
        <comment>SPOKEN_LEASE</comment>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>Push and hold to drive; release to stop.
Or click here, then hold the arrow keys, or the keys at W, A, S, D of a US keyboard.</source>
        <comment>STICK_TIP</comment>
        <translation>推住驾驶，松开停止。
或单击此处，再按住箭头键，或美式键盘上 W、A、S、D 位置的按键。</translation>
    </message>
    <message>
        <source>STOP</source>
        <comment>STOP</comment>
        <translation>停止</translation>
    </message>
    <message>
        <source>STOP the robot</source>
        <comment>STOP_THE_ROBOT</comment>
        <translation>停止机器人</translation>
    </message>
    <message>
        <source>Stop the robot and keep it stopped ({key}).
A software stop, not a safety-rated emergency stop.</source>
        <comment>STOP_TIP</comment>
        <translation>停下机器人并保持停止（{key}）。
软件停止，不是安全认证的急停。</translation>
    </message>
    <message>
        <source>No robot is selected for driving, so STOP has no effect.
Press to select one in the drive panel.</source>
        <comment>NO_STOP_TIP</comment>
        <translation>未选择要驾驶的机器人，“停止”不起作用。
按下可在驾驶面板中选择。</translation>
    </message>
    <message>
        <source>Filled: command. Mark: measured by the robot.
Ends: current speed limit.</source>
        <comment>VELOCITY_TIP</comment>
        <translation>填充：指令。标记：机器人实测。
两端：当前限速。</translation>
    </message>
    <message>
        <source>Forward {unit}</source>
        <comment>FORWARD</comment>
        <translation>前进 {unit}</translation>
    </message>
    <message>
        <source>Turn {unit}</source>
        <comment>TURN</comment>
        <translation>转向 {unit}</translation>
    </message>
    <message>
        <source>Wheels {unit}</source>
        <comment>WHEELS</comment>
        <translation>车轮 {unit}</translation>
    </message>
    <message>
        <source>Sideways {unit}</source>
        <comment>SIDEWAYS</comment>
        <translation>横移 {unit}</translation>
    </message>
    <message>
        <source>Then</source>
        <comment>THEN</comment>
        <translation>当时</translation>
    </message>
    <message>
        <source>{state}, {commanded} (measured {measured}).</source>
        <comment>THEN_HOW</comment>
        <translation>{state}，{commanded}（测量 {measured}）。</translation>
    </message>
    <message>
        <source>no robot was ready to be driven</source>
        <comment>THEN_NONE</comment>
        <translation>没有机器人准备好驾驶</translation>
    </message>
    <message>
        <source>Measured: {figures}</source>
        <comment>MEASURED_IN_SHORT</comment>
        <translation>实测：{figures}</translation>
    </message>
    <message>
        <source>{name}: commanded {commanded}, measured {measured}</source>
        <comment>VELOCITY</comment>
        <translation>{name}：指令 {commanded}，实测 {measured}</translation>
    </message>
    <message>
        <source>Sticks</source>
        <comment>STICKS</comment>
        <translation>摇杆</translation>
    </message>
    <message>
        <source>Left: {does}</source>
        <comment>LEFT_STICK</comment>
        <translation>左：{does}</translation>
    </message>
    <message>
        <source>Right: {does}</source>
        <comment>RIGHT_STICK</comment>
        <translation>右：{does}</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>DOES_FORWARD</comment>
        <translation>前进</translation>
    </message>
    <message>
        <source>turn</source>
        <comment>DOES_TURN</comment>
        <translation>转向</translation>
    </message>
    <message>
        <source>steer</source>
        <comment>DOES_STEER</comment>
        <translation>转向</translation>
    </message>
    <message>
        <source>sideways</source>
        <comment>DOES_SIDEWAYS</comment>
        <translation>横移</translation>
    </message>
    <message>
        <source>{does} (reversed)</source>
        <comment>DOES_REVERSED</comment>
        <translation>{does}（反向）</translation>
    </message>
    <message>
        <source>hold to drive</source>
        <comment>DOES_HOLD</comment>
        <translation>按住驾驶</translation>
    </message>
    <message>
        <source>turbo</source>
        <comment>DOES_TURBO</comment>
        <translation>加速</translation>
    </message>
    <message>
        <source>slow</source>
        <comment>DOES_SLOW</comment>
        <translation>慢速</translation>
    </message>
    <message>
        <source>speed up</source>
        <comment>DOES_FASTER</comment>
        <translation>提速</translation>
    </message>
    <message>
        <source>speed down</source>
        <comment>DOES_SLOWER</comment>
        <translation>降速</translation>
    </message>
    <message>
        <source>arm</source>
        <comment>DOES_ARM</comment>
        <translation>解锁</translation>
    </message>
    <message>
        <source>clear, twice</source>
        <comment>DOES_CLEAR</comment>
        <translation>复位（按两次）</translation>
    </message>
    <message>
        <source>mark the moment</source>
        <comment>DOES_MARK</comment>
        <translation>标记此刻</translation>
    </message>
    <message>
        <source>What the controls do</source>
        <comment>CONTROLS</comment>
        <translation>操控功能</translation>
    </message>
    <message>
        <source>{control}: {does}</source>
        <comment>CONTROL_DOES</comment>
        <translation>{control}：{does}</translation>
    </message>
    <message>
        <source>Space</source>
        <comment>SPACE_KEY</comment>
        <translation>空格</translation>
    </message>
    <message>
        <source>Commanded</source>
        <comment>COMMANDED</comment>
        <translation>指令</translation>
    </message>
    <message>
        <source>Measured</source>
        <comment>MEASURED</comment>
        <translation>实测</translation>
    </message>
    <message>
        <source>Drive forward while held</source>
        <comment>DRIVE_FORWARD_WHILE_HELD</comment>
        <translation>按住前进</translation>
    </message>
    <message>
        <source>Drive backward while held</source>
        <comment>DRIVE_BACKWARD_WHILE_HELD</comment>
        <translation>按住后退</translation>
    </message>
    <message>
        <source>Turn left while held</source>
        <comment>TURN_LEFT_WHILE_HELD</comment>
        <translation>按住左转</translation>
    </message>
    <message>
        <source>Turn right while held</source>
        <comment>TURN_RIGHT_WHILE_HELD</comment>
        <translation>按住右转</translation>
    </message>
    <message>
        <source>Move to the left while held, on robots that can</source>
        <comment>MOVE_LEFT_WHILE_HELD</comment>
        <translation>按住左移（限能横移的机器人）</translation>
    </message>
    <message>
        <source>Move to the right while held, on robots that can</source>
        <comment>MOVE_RIGHT_WHILE_HELD</comment>
        <translation>按住右移（限能横移的机器人）</translation>
    </message>
    <message>
        <source>Move the first free axis of the profile up or down while held</source>
        <comment>FIRST_AXIS_WHILE_HELD</comment>
        <translation>按住上移或下移配置档案的第一附加轴</translation>
    </message>
    <message>
        <source>Move the second free axis up or down while held</source>
        <comment>SECOND_AXIS_WHILE_HELD</comment>
        <translation>按住上移或下移第二附加轴</translation>
    </message>
    <message>
        <source>Move the third free axis up or down while held</source>
        <comment>THIRD_AXIS_WHILE_HELD</comment>
        <translation>按住上移或下移第三附加轴</translation>
    </message>
    <message>
        <source>Free axis {axis}</source>
        <comment>AXIS_SLIDER</comment>
        <translation>附加轴 {axis}</translation>
    </message>
    <message>
        <source>Push to move {axis} while held, or hold {more} or {less}. It springs back.</source>
        <comment>AXIS_SLIDER_TIP</comment>
        <translation>推住即驱动 {axis}，也可按住 {more} 或 {less}。松开后自动回中。</translation>
    </message>
    <message>
        <source>{axis}: {value}</source>
        <comment>AXIS_VALUE</comment>
        <translation>{axis}：{value}</translation>
    </message>
    <message>
        <source>Turbo while held</source>
        <comment>TURBO_WHILE_HELD</comment>
        <translation>按住加速</translation>
    </message>
    <message>
        <source>Slow while held</source>
        <comment>SLOW_WHILE_HELD</comment>
        <translation>按住慢速</translation>
    </message>
    <message>
        <source>Speed up or down</source>
        <comment>SPEED_STEP_KEYS</comment>
        <translation>提速或降速</translation>
    </message>
    <message>
        <source>Speed {share:.0%}, as last time; the profile begins with {first:.0%}.</source>
        <comment>RECALLED</comment>
        <translation>速度 {share:.0%}，与上次相同；配置档案的初始值为 {first:.0%}。</translation>
    </message>
    <message>
        <source>Slow</source>
        <comment>SLOW</comment>
        <translation>慢速</translation>
    </message>
    <message>
        <source>Drive slowly by stick and keys, until you press it again. X does the same while held, and so does its button on a gamepad.</source>
        <comment>SLOW_TIP</comment>
        <translation>用摇杆和按键慢速驾驶，再按一次取消。按住 X 或手柄上的对应按键，效果相同。</translation>
    </message>
    <message>
        <source>Turbo</source>
        <comment>TURBO</comment>
        <translation>加速</translation>
    </message>
    <message>
        <source>Drive faster by stick and keys, up to the maximum of the profile. Shift does the same while held, and so does its button on a gamepad. It ends when the window loses focus or the robot is disarmed.</source>
        <comment>TURBO_TIP</comment>
        <translation>用摇杆和按键更快地驾驶，最高到配置档案的最大值。按住 Shift 或手柄上的对应按键，效果相同。窗口失去焦点或机器人锁定时结束。</translation>
    </message>
    <message>
        <source>Push the stick; release to stop</source>
        <comment>STICK_KEY</comment>
        <translation>推动摇杆；松开停止</translation>
    </message>
</context>
<context>
    <name>DriveStatusWording</name>
    <message>
        <source>NO TOPIC</source>
        <comment>NOT_CHOSEN</comment>
        <translation>无话题</translation>
    </message>
    <message>
        <source>Choose the command topic.</source>
        <comment>CHOOSE_TOPIC</comment>
        <translation>请选择指令话题。</translation>
    </message>
    <message>
        <source>This robot and {robots} may still be moving.</source>
        <comment>MAY_BE_MOVING_TOO</comment>
        <translation>此机器人和 {robots} 可能仍在运动。</translation>
    </message>
    <message>
        <source>{robots} may still be moving.</source>
        <comment>OTHERS_MAY_BE_MOVING</comment>
        <translation>{robots} 可能仍在运动。</translation>
    </message>
    <message>
        <source>The audit log can't be written: {reason}. {tip}</source>
        <comment>LOG_NOT_WRITTEN</comment>
        <translation>审计日志无法写入：{reason}。{tip}</translation>
    </message>
    <message>
        <source>Driving and STOP work, but nothing is recorded. Free some space or allow writing.</source>
        <comment>LOG_NOT_WRITTEN_TIP</comment>
        <translation>驾驶和“停止”可用，但不作记录。请腾出空间，或允许写入。</translation>
    </message>
    <message>
        <source>The audit log has gaps: {count} entries could not be written in time.</source>
        <comment>LOG_HAS_GAPS</comment>
        <translation>审计日志有缺失：{count} 条未能及时写入。</translation>
    </message>
    <message>
        <source>Still held: {sources}. Release first.</source>
        <comment>LET_GO</comment>
        <translation>仍未松开：{sources}。请先松开。</translation>
    </message>
    <message>
        <source>Left before a confirmed stop: {names}.</source>
        <comment>MISSED</comment>
        <translation>停止未确认就已离开：{names}。</translation>
    </message>
    <message>
        <source>Arm, then push and hold to drive.</source>
        <comment>ARM_IT</comment>
        <translation>请解锁，再推住摇杆或按住按键驾驶。</translation>
    </message>
    <message>
        <source>{driver} is driving. {losers} is waiting.</source>
        <comment>DRIVES_AND_WAITS</comment>
        <translation>{driver}正在驾驶。{losers}在等待。</translation>
    </message>
    <message>
        <source>{driver} is driving.</source>
        <comment>DRIVES</comment>
        <translation>{driver}正在驾驶。</translation>
    </message>
    <message>
        <source>{losers} is pushed but not driving.</source>
        <comment>PUSHED</comment>
        <translation>{losers}有操作，但未在驾驶。</translation>
    </message>
    <message>
        <source>No active driver</source>
        <comment>NOBODY_DRIVES</comment>
        <translation>当前无驾驶者</translation>
    </message>
    <message>
        <source>Nobody drives from here.</source>
        <comment>NOBODY_HERE_DRIVES</comment>
        <translation>这里无人驾驶。</translation>
    </message>
    <message>
        <source>It moves by itself. Its own program may drive it.</source>
        <comment>MOVES_BY_ITSELF</comment>
        <translation>它在自行运动。可能由它自己的程序驾驶。</translation>
    </message>
    <message>
        <source>Also sending: {names}</source>
        <comment>ALSO_SENDING</comment>
        <translation>同时在发送：{names}</translation>
    </message>
    <message>
        <source>May also send, currently silent: {names}</source>
        <comment>MAY_SEND</comment>
        <translation>也可能发送，目前无数据：{names}</translation>
    </message>
    <message>
        <source>Other senders are unknown</source>
        <comment>OTHERS_UNKNOWN</comment>
        <translation>其他发送者未知</translation>
    </message>
    <message>
        <source>No other senders</source>
        <comment>NO_OTHERS</comment>
        <translation>没有其他发送者</translation>
    </message>
    <message>
        <source>Not connected</source>
        <comment>NOT_CONNECTED</comment>
        <translation>未连接</translation>
    </message>
    <message>
        <source>{newest_ms} ms ({least_ms}–{most_ms})</source>
        <comment>ODOMETRY_DELAY</comment>
        <translation>{newest_ms} ms（{least_ms}–{most_ms}）</translation>
    </message>
    <message>
        <source>From a command to its effect in the odometry, in the last minute: {least_ms} ms at least, {median_ms} ms typically, {most_ms} ms at most (measured {count} times).</source>
        <comment>ODOMETRY_DELAYS</comment>
        <translation>最近一分钟内，从发出指令到里程计反映出来：最短 {least_ms} ms，通常 {median_ms} ms，最长 {most_ms} ms（测得 {count} 次）。</translation>
    </message>
    <message>
        <source>How long a command takes to show in the odometry is unknown: it is measured when the robot starts, reverses or stops.</source>
        <comment>ODOMETRY_DELAY_UNKNOWN</comment>
        <translation>指令多久后反映在里程计中尚不清楚：机器人起步、换向或停止时才测量。</translation>
    </message>
    <message>
        <source>Released</source>
        <comment>ESTOP_RELEASED</comment>
        <translation>已松开</translation>
    </message>
    <message>
        <source>PRESSED</source>
        <comment>ESTOP_PRESSED</comment>
        <translation>已按下</translation>
    </message>
    <message>
        <source>Unknown: never reported</source>
        <comment>ESTOP_UNHEARD</comment>
        <translation>未知：从未报告</translation>
    </message>
    <message>
        <source>Unknown: no longer reported</source>
        <comment>ESTOP_SILENT</comment>
        <translation>未知：不再报告</translation>
    </message>
    <message>
        <source>Unknown: not readable</source>
        <comment>ESTOP_UNREADABLE</comment>
        <translation>未知：无法读取</translation>
    </message>
    <message>
        <source>The robot does not move. Its motors may be off, its E-stop or a lock may hold it, or something blocks it.</source>
        <comment>ROBOT_STANDS</comment>
        <translation>机器人没有动。可能是电机未上电，被急停或锁止装置限制，或被东西挡住。</translation>
    </message>
    <message>
        <source>The robot moves in the opposite direction. Release, then check the directions in the profile and who drives.</source>
        <comment>ROBOT_BACKWARDS</comment>
        <translation>机器人朝反方向运动。请松开，再检查配置档案中的方向以及谁在驾驶。</translation>
    </message>
    <message>
        <source>The robot is much slower than commanded. Something may hold it, limit it, or also drive it.</source>
        <comment>ROBOT_SLOW</comment>
        <translation>机器人比指令慢得多。可能受到阻碍或限速，或有别的程序也在驾驶它。</translation>
    </message>
    <message>
        <source>The robot is much faster than commanded. Something else may drive it, or its odometry is wrong.</source>
        <comment>ROBOT_FAST</comment>
        <translation>机器人比指令快得多。可能有别的程序在驾驶它，或里程计有误。</translation>
    </message>
    <message>
        <source>Link good</source>
        <comment>LINK_GOOD</comment>
        <translation>连接良好</translation>
    </message>
    <message>
        <source>Link slow: over {limit_ms} ms</source>
        <comment>LINK_SLOW</comment>
        <translation>连接缓慢：超过 {limit_ms} ms</translation>
    </message>
    <message>
        <source>Link poor: over {limit_ms} ms, half speed</source>
        <comment>LINK_POOR</comment>
        <translation>连接差：超过 {limit_ms} ms，半速</translation>
    </message>
    <message>
        <source>No watchdog. {link}</source>
        <comment>NO_WATCHDOG_LINK</comment>
        <translation>没有看门狗。{link}</translation>
    </message>
    <message>
        <source>{link}; late: {axis}</source>
        <comment>AXIS_LAGS</comment>
        <translation>{link}；滞后：{axis}</translation>
    </message>
    <message>
        <source>{axis} does not answer or read its commands. It may still be moving; everything else can be driven.</source>
        <comment>AXIS_HANGS</comment>
        <translation>{axis} 无应答或不读取指令，可能仍在运动；其他部分都可以驾驶。</translation>
    </message>
    <message>
        <source>Does not obey</source>
        <comment>DISOBEYS</comment>
        <translation>不执行指令</translation>
    </message>
    <message>
        <source>Not reading</source>
        <comment>READS_NOTHING</comment>
        <translation>未读取指令</translation>
    </message>
    <message>
        <source>No answer</source>
        <comment>NO_ANSWER</comment>
        <translation>无应答</translation>
    </message>
    <message>
        <source>{names} and {rest} more</source>
        <comment>AND_MORE</comment>
        <translation>{names} 及另外 {rest} 个</translation>
    </message>
    <message>
        <source>STOP was pressed on {robot} at {time}. Check that the path is clear, then press Clear twice.</source>
        <comment>STOPPED_ELSEWHERE</comment>
        <translation>{time} 在 {robot} 上按下了“停止”。请确认前方无障碍，再按两次“复位”。</translation>
    </message>
    <message>
        <source>DISARMED</source>
        <comment>DISARMED</comment>
        <translation>未解锁</translation>
    </message>
    <message>
        <source>ARMING …</source>
        <comment>ARMING</comment>
        <translation>正在解锁…</translation>
    </message>
    <message>
        <source>ARMED</source>
        <comment>ARMED</comment>
        <translation>已解锁</translation>
    </message>
    <message>
        <source>STOPPING</source>
        <comment>STOPPING</comment>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>STOPPED</source>
        <comment>STOPPED</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>STARTING …</source>
        <comment>STARTING</comment>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>NO ANSWER</source>
        <comment>PROCESS_SILENT</comment>
        <translation>无应答</translation>
    </message>
    <message>
        <source>ENDING …</source>
        <comment>ENDING</comment>
        <translation>正在结束…</translation>
    </message>
    <message>
        <source>NO CONTROL</source>
        <comment>ENDED</comment>
        <translation>无法控制</translation>
    </message>
    <message>
        <source>Gamepad</source>
        <comment>PAD</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <comment>KEYBOARD</comment>
        <translation>键盘</translation>
    </message>
    <message>
        <source>On-screen stick</source>
        <comment>SCREEN</comment>
        <translation>屏幕摇杆</translation>
    </message>
    <message>
        <source>Program</source>
        <comment>LINES</comment>
        <translation>程序</translation>
    </message>
    <message>
        <source>The robot still moves, by its odometry: stop it by other means. Teledeck sends stop until it stands still. If you can see that it has stopped, press Clear twice.</source>
        <comment>UNOBEYED</comment>
        <translation>里程计显示机器人仍在运动：请用其他方式让它停下。Teledeck 会一直发送停止，直到它静止。若能看到它已停下，按两次“复位”。</translation>
    </message>
    <message>
        <source>Press Clear again within 5 s.</source>
        <comment>CLEAR_AGAIN</comment>
        <translation>请在 5 s 内再按一次“复位”。</translation>
    </message>
    <message>
        <source>No watchdog: if driving fails, nothing stops the robot.</source>
        <comment>NO_WATCHDOG</comment>
        <translation>没有看门狗：驾驶一旦失效，没有任何机制让机器人停下。</translation>
    </message>
    <message>
        <source>Robot may still be moving.</source>
        <comment>MAY_BE_MOVING</comment>
        <translation>机器人可能仍在运动。</translation>
    </message>
    <message>
        <source>Touch nothing until the robot has answered.</source>
        <comment>HINT_ARMING</comment>
        <translation>机器人应答前不要触碰任何操控。</translation>
    </message>
    <message>
        <source>Push and hold to drive, release to stop.</source>
        <comment>HINT_ARMED</comment>
        <translation>推住摇杆或按住按键驾驶，松开停止。</translation>
    </message>
    <message>
        <source>Nobody drives: the robot is disarmed in {left_s} s. Push and hold to drive.</source>
        <comment>IDLE_SOON</comment>
        <translation>无人驾驶：{left_s} s 后锁定机器人。推住摇杆或按住按键即可继续。</translation>
    </message>
    <message>
        <source>Hold {key} first, or the right mouse button on the stick, then push and hold to drive. Release either to stop.</source>
        <comment>HINT_DEADMAN</comment>
        <translation>先按住 {key}，或在摇杆上按住鼠标右键，再推住摇杆或按住按键驾驶。松开任意一个即停止。</translation>
    </message>
    <message>
        <source>Drive mode: text fields take no letters. {key} disarms.</source>
        <comment>HINT_MODE</comment>
        <translation>驾驶模式：文本框不接收字母。按 {key} 锁定。</translation>
    </message>
    <message>
        <source>Sending stop until the robot confirms. If you can see that it has stopped, press Clear twice.</source>
        <comment>HINT_STOPPING</comment>
        <translation>正在发送停止，直到机器人确认。若能看到它已停下，按两次“复位”。</translation>
    </message>
    <message>
        <source>STOP is active. Check that the path is clear, then press Clear twice.</source>
        <comment>HINT_STOPPED</comment>
        <translation>“停止”生效中。请确认前方无障碍，再按两次“复位”。</translation>
    </message>
</context>
<context>
    <name>DriveWording</name>
    <message>
        <source>This system has no console of this kind</source>
        <comment>NO_SUCH_CONSOLES</comment>
        <translation>本系统没有这类控制台</translation>
    </message>
    <message>
        <source>No console to read keys from</source>
        <comment>NO_CONSOLE</comment>
        <translation>没有可读取按键的控制台</translation>
    </message>
    <message>
        <source>Start this command in a console.</source>
        <comment>START_IN_CONSOLE</comment>
        <translation>请在控制台中启动此命令。</translation>
    </message>
    <message>
        <source>This system has no terminals of this kind</source>
        <comment>NO_SUCH_TERMINALS</comment>
        <translation>本系统没有这类终端</translation>
    </message>
    <message>
        <source>No terminal to read keys from: {error}</source>
        <comment>NO_TERMINAL</comment>
        <translation>没有可读取按键的终端：{error}</translation>
    </message>
    <message>
        <source>Start this command in a terminal.</source>
        <comment>START_IN_TERMINAL</comment>
        <translation>请在终端中启动此命令。</translation>
    </message>
    <message>
        <source>{path} is not a terminal</source>
        <comment>NOT_A_TERMINAL</comment>
        <translation>{path} 不是终端</translation>
    </message>
    <message>
        <source>W A S D or arrows: drive while held   J L: sideways   Shift: turbo   X: slow   + and -: speed   Space: STOP   Enter: arm (U: without a watchdog)   Escape: disarm   C twice: clear STOP   Q: quit</source>
        <comment>KEYS</comment>
        <translation>W A S D 或箭头键：按住驾驶   J L：横移   Shift：加速   X：慢速   + 和 -：速度   空格键：停止   Enter：解锁（U：无看门狗）   Escape：锁定   按两次 C：复位“停止”   Q：退出</translation>
    </message>
    <message>
        <source>{more} {less}: {axis}</source>
        <comment>AXIS_KEYS</comment>
        <translation>{more} {less}：{axis}</translation>
    </message>
    <message>
        <source>Checking how this terminal reports keys …</source>
        <comment>ASKING_TERMINAL</comment>
        <translation>正在检查此终端如何报告按键…</translation>
    </message>
    <message>
        <source>This terminal reports when you release a key: the robot then stops immediately.</source>
        <comment>TELLS_RELEASES</comment>
        <translation>此终端会报告按键松开：松开后机器人立即停止。</translation>
    </message>
    <message>
        <source>This terminal does not report when you release a key: the robot moves from the second repeat of a key on, one key at a time, and stops 0.2 s after the last one.</source>
        <comment>TELLS_NO_RELEASES</comment>
        <translation>此终端不报告按键松开：从按键的第二次重复起机器人才运动，一次只认一个键，最后一次重复后 0.2 s 停止。</translation>
    </message>
    <message>
        <source>Hold {key} first, then drive; release either to stop.</source>
        <comment>HOLD_DEADMAN</comment>
        <translation>先按住 {key} 再驾驶；松开任意一个即停止。</translation>
    </message>
    <message>
        <source>The profile needs {key} held to drive, but this terminal reports one key at a time: its keys do not drive.</source>
        <comment>DEADMAN_NOT_TOLD</comment>
        <translation>配置档案要求按住 {key} 驾驶，但此终端一次只报告一个键，因此无法用它的按键驾驶。</translation>
    </message>
    <message>
        <source>This address can't be used for driving</source>
        <comment>NO_SUCH_ADDRESS</comment>
        <translation>此地址不能用于驾驶</translation>
    </message>
    <message>
        <source>Use one of {known}</source>
        <comment>KNOWN_ADDRESSES</comment>
        <translation>请使用以下之一：{known}</translation>
    </message>
    <message>
        <source>{topic} can't be published: the robot does not answer</source>
        <comment>NO_ANSWER_FOR_TOPIC</comment>
        <translation>无法发布 {topic}：机器人无应答</translation>
    </message>
    <message>
        <source>The robot did not list its topics</source>
        <comment>NO_TOPICS_TOLD</comment>
        <translation>机器人没有列出话题</translation>
    </message>
    <message>
        <source>{fault} within {limit_s:g} s</source>
        <comment>NOT_IN_TIME</comment>
        <translation>{fault}（限时 {limit_s:g} s）</translation>
    </message>
    <message>
        <source>Teledeck tries again.</source>
        <comment>ASKED_AGAIN</comment>
        <translation>Teledeck 会重试。</translation>
    </message>
    <message>
        <source>The action did not end in time</source>
        <comment>STOP_ACTION_LATE</comment>
        <translation>动作没有按时结束</translation>
    </message>
    <message>
        <source>This robot has no services and no actions</source>
        <comment>NO_SERVICES</comment>
        <translation>此机器人没有服务，也没有动作</translation>
    </message>
    <message>
        <source>Free axes can't be driven on this robot</source>
        <comment>NO_FREE_AXES</comment>
        <translation>此机器人不能驱动附加轴</translation>
    </message>
    <message>
        <source>The commands of the base have no field {field} for {axis}</source>
        <comment>NO_AXIS_FIELD</comment>
        <translation>底盘的指令中没有用于 {axis} 的字段 {field}</translation>
    </message>
    <message>
        <source>The field {field} of {axis} is that of the base</source>
        <comment>AXIS_FIELD_TAKEN</comment>
        <translation>{axis} 的字段 {field} 已由底盘使用</translation>
    </message>
    <message>
        <source>The topic of {axis} is that of the base</source>
        <comment>AXIS_TOPIC_TAKEN</comment>
        <translation>{axis} 的话题已由底盘使用</translation>
    </message>
    <message>
        <source>Give the axis a topic and a field of its own in the profile.</source>
        <comment>NAME_AXIS_TOPIC</comment>
        <translation>请在配置档案中为此轴单独指定话题和字段。</translation>
    </message>
    <message>
        <source>A robot in an NRP-core engine needs a profile with the joints of its wheels</source>
        <comment>NO_WHEELS</comment>
        <translation>NRP-core 引擎中的机器人需要带车轮关节的配置档案</translation>
    </message>
    <message>
        <source>Choose or make a profile with the left and right joints, radius and track, or with the one joint to drive.</source>
        <comment>NAME_WHEELS</comment>
        <translation>选择或新建配置档案：填写左右关节、轮半径和轮距，或填写要驱动的那一个关节。</translation>
    </message>
    <message>
        <source>Only an NRP-core engine reports the position of {joint}, which is needed to hold it</source>
        <comment>NOT_HELD</comment>
        <translation>保持 {joint} 需要它的位置，而只有 NRP-core 引擎会报告该位置</translation>
    </message>
    <message>
        <source>Choose to stop without effort (zero), if the joint does not fall then.</source>
        <comment>STAND_BY_ZERO</comment>
        <translation>如果关节不会因此下落，可选择停止时不出力（零）。</translation>
    </message>
    <message>
        <source>The profile drives the joint {joint}, but {type_name} can't command a joint</source>
        <comment>TYPE_COMMANDS_NO_JOINT</comment>
        <translation>配置档案驱动的是关节 {joint}，但 {type_name} 不能控制关节</translation>
    </message>
    <message>
        <source>Set the command topic and type of the joint in the profile.</source>
        <comment>NAME_JOINT_TOPIC</comment>
        <translation>请在配置档案中设置此关节的指令话题和类型。</translation>
    </message>
    <message>
        <source>{type_name} commands a joint, but the profile drives a base</source>
        <comment>TYPE_COMMANDS_JOINT</comment>
        <translation>{type_name} 用于控制关节，但配置档案驾驶的是底盘</translation>
    </message>
    <message>
        <source>Set the joint in the profile.</source>
        <comment>NAME_JOINT</comment>
        <translation>请在配置档案中设置关节。</translation>
    </message>
    <message>
        <source>{type_name} can't be used for driving</source>
        <comment>NO_SUCH_TYPE</comment>
        <translation>{type_name} 不能用于驾驶</translation>
    </message>
    <message>
        <source>Use one of {known}.</source>
        <comment>KNOWN_TYPES</comment>
        <translation>请使用以下之一：{known}。</translation>
    </message>
    <message>
        <source>No topic of this robot accepts known drive commands</source>
        <comment>NO_TOPIC</comment>
        <translation>此机器人没有接收已知驾驶指令的话题</translation>
    </message>
    <message>
        <source>Name the topic with --topic and the type with --type.</source>
        <comment>NAME_TOPIC</comment>
        <translation>请用 --topic 指定话题，用 --type 指定类型。</translation>
    </message>
    <message>
        <source>{count} topics accept drive commands</source>
        <comment>MANY_TOPICS</comment>
        <translation>有 {count} 个话题接收驾驶指令</translation>
    </message>
    <message>
        <source>Choose one with --topic: {names}.</source>
        <comment>CHOOSE_TOPIC</comment>
        <translation>请用 --topic 选择一个：{names}。</translation>
    </message>
    <message>
        <source>Driving could not start: {error}</source>
        <comment>NOT_STARTED</comment>
        <translation>无法启动驾驶：{error}</translation>
    </message>
    <message>
        <source>The disk does not accept data ({folder})</source>
        <comment>LOG_NOT_TAKEN</comment>
        <translation>磁盘无法写入数据（{folder}）</translation>
    </message>
    <message>
        <source>{error} ({folder})</source>
        <comment>LOG_FAILED</comment>
        <translation>{error}（{folder}）</translation>
    </message>
    <message>
        <source>Drive with a gamepad, with lines from a pipe (see --help), or with keys (--keyboard). Ctrl-C stops and ends.
This is a software stop, not a safety-rated emergency stop.
</source>
        <comment>DRIVING_BY</comment>
        <translation>可用手柄、管道输入的指令行（见 --help）或按键（--keyboard）驾驶。按 Ctrl-C 停止并结束。
这是软件停止，不是安全认证的急停。
</translation>
    </message>
    <message>
        <source>THE ROBOT MAY STILL BE MOVING</source>
        <comment>MAY_BE_MOVING</comment>
        <translation>机器人可能仍在运动！</translation>
    </message>
    <message>
        <source>THE ROBOT'S E-STOP IS PRESSED</source>
        <comment>ESTOP_PRESSED</comment>
        <translation>机器人的急停已按下！</translation>
    </message>
    <message>
        <source>THE ROBOT'S E-STOP IS UNKNOWN</source>
        <comment>ESTOP_UNKNOWN</comment>
        <translation>机器人的急停状态未知！</translation>
    </message>
    <message>
        <source>The robot's E-stop is released</source>
        <comment>ESTOP_RELEASED</comment>
        <translation>机器人的急停已松开</translation>
    </message>
    <message>
        <source>THE ROBOT STANDS although it is told to move</source>
        <comment>ROBOT_STANDS</comment>
        <translation>机器人未动！已向它发出运动指令</translation>
    </message>
    <message>
        <source>THE ROBOT MOVES THE OTHER WAY</source>
        <comment>ROBOT_BACKWARDS</comment>
        <translation>机器人朝反方向运动！</translation>
    </message>
    <message>
        <source>THE ROBOT IS MUCH SLOWER than it is told to be</source>
        <comment>ROBOT_SLOW</comment>
        <translation>机器人比指令慢得多！</translation>
    </message>
    <message>
        <source>THE ROBOT IS MUCH FASTER than it is told to be</source>
        <comment>ROBOT_FAST</comment>
        <translation>机器人比指令快得多！</translation>
    </message>
    <message>
        <source>odometry after {delay_ms:.0f} ms</source>
        <comment>ODOMETRY_AFTER</comment>
        <translation>里程计延迟 {delay_ms:.0f} ms</translation>
    </message>
    <message>
        <source>NO WATCHDOG: if driving fails, nothing stops the robot</source>
        <comment>NO_WATCHDOG</comment>
        <translation>没有看门狗：驾驶一旦失效，没有任何机制让机器人停下</translation>
    </message>
    <message>
        <source>THE LOG IS NOT WRITTEN: {trouble}. Make room there, or allow writing</source>
        <comment>NOTHING_LOGGED</comment>
        <translation>日志未写入！{trouble}。请在该处腾出空间，或允许写入</translation>
    </message>
    <message>
        <source>{count} log entries lost</source>
        <comment>LOG_LOST</comment>
        <translation>丢失 {count} 条日志</translation>
    </message>
    <message>
        <source>no robot accepts the commands</source>
        <comment>NOBODY_TAKES</comment>
        <translation>没有机器人接收指令</translation>
    </message>
    <message>
        <source>subscribers: {count}</source>
        <comment>TAKING</comment>
        <translation>订阅者：{count}</translation>
    </message>
    <message>
        <source>also sending: {names}</source>
        <comment>ALSO_SENDING</comment>
        <translation>同时在发送：{names}</translation>
    </message>
    <message>
        <source>{reason}. {tip}</source>
        <comment>WITH_TIP</comment>
        <translation>{reason}。{tip}</translation>
    </message>
    <message>
        <source>{reason}: {about}</source>
        <comment>REASON_ABOUT</comment>
        <translation>{reason}：{about}</translation>
    </message>
    <message>
        <source>disarmed</source>
        <comment>STAGE_DISARMED</comment>
        <translation>未解锁</translation>
    </message>
    <message>
        <source>arming</source>
        <comment>STAGE_ARMING</comment>
        <translation>正在解锁</translation>
    </message>
    <message>
        <source>ARMED</source>
        <comment>STAGE_ARMED</comment>
        <translation>已解锁</translation>
    </message>
    <message>
        <source>stopping</source>
        <comment>STAGE_STOPPING</comment>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>STOP</source>
        <comment>STAGE_STOPPED</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>{linear_m_s:+.2f} m/s {angular_rad_s:+.2f} rad/s</source>
        <comment>COMMAND</comment>
        <translation>{linear_m_s:+.2f} m/s {angular_rad_s:+.2f} rad/s</translation>
    </message>
    <message>
        <source>{lateral_m_s:+.2f} m/s sideways</source>
        <comment>COMMAND_LATERAL</comment>
        <translation>横移 {lateral_m_s:+.2f} m/s</translation>
    </message>
    <message>
        <source>wheels {steering_rad:+.2f} rad</source>
        <comment>COMMAND_STEERING</comment>
        <translation>车轮 {steering_rad:+.2f} rad</translation>
    </message>
    <message>
        <source>axes {shares}</source>
        <comment>COMMAND_FREE</comment>
        <translation>附加轴 {shares}</translation>
    </message>
    <message>
        <source>late: {axis}</source>
        <comment>AXIS_LAGS</comment>
        <translation>滞后：{axis}</translation>
    </message>
    <message>
        <source>does not answer, may still move: {axis}</source>
        <comment>AXIS_HANGS</comment>
        <translation>无应答，可能仍在运动：{axis}</translation>
    </message>
    <message>
        <source>speed {share:.0%}</source>
        <comment>SPEED</comment>
        <translation>速度 {share:.0%}</translation>
    </message>
    <message>
        <source>not driven: disarms in {left_s} s</source>
        <comment>IDLE_SOON</comment>
        <translation>无人驾驶：{left_s} s 后锁定</translation>
    </message>
    <message>
        <source>link good</source>
        <comment>LINK_GOOD</comment>
        <translation>连接良好</translation>
    </message>
    <message>
        <source>link good {took_ms:.0f} ms</source>
        <comment>LINK_GOOD_IN</comment>
        <translation>连接良好 {took_ms:.0f} ms</translation>
    </message>
    <message>
        <source>link slow</source>
        <comment>LINK_SLOW</comment>
        <translation>连接缓慢</translation>
    </message>
    <message>
        <source>link slow {took_ms:.0f} ms</source>
        <comment>LINK_SLOW_IN</comment>
        <translation>连接缓慢 {took_ms:.0f} ms</translation>
    </message>
    <message>
        <source>link poor, half speed</source>
        <comment>LINK_POOR</comment>
        <translation>连接差，半速</translation>
    </message>
    <message>
        <source>link poor, half speed {took_ms:.0f} ms</source>
        <comment>LINK_POOR_IN</comment>
        <translation>连接差，半速 {took_ms:.0f} ms</translation>
    </message>
    <message>
        <source>no link</source>
        <comment>LINK_LOST</comment>
        <translation>无连接</translation>
    </message>
    <message>
        <source>no link {took_ms:.0f} ms</source>
        <comment>LINK_LOST_IN</comment>
        <translation>无连接 {took_ms:.0f} ms</translation>
    </message>
    <message>
        <source>No robot selected for driving</source>
        <comment>NO_ROBOT</comment>
        <translation>未选择要驾驶的机器人</translation>
    </message>
    <message>
        <source>Select a robot and its command topic.</source>
        <comment>NO_ROBOT_TIP</comment>
        <translation>请选择机器人及其指令话题。</translation>
    </message>
    <message>
        <source>Driving is starting</source>
        <comment>PREPARED</comment>
        <translation>驾驶正在启动</translation>
    </message>
    <message>
        <source>Wait a moment.</source>
        <comment>PREPARED_TIP</comment>
        <translation>请稍候。</translation>
    </message>
    <message>
        <source>Ready</source>
        <comment>READY</comment>
        <translation>就绪</translation>
    </message>
    <message>
        <source>The drive process does not answer</source>
        <comment>PROCESS_SILENT</comment>
        <translation>驾驶进程无应答</translation>
    </message>
    <message>
        <source>If it stays silent, Teledeck ends it and stops the robot.</source>
        <comment>PROCESS_SILENT_TIP</comment>
        <translation>如果一直无应答，Teledeck 会结束它并停下机器人。</translation>
    </message>
    <message>
        <source>Driving is ending</source>
        <comment>BEING_ENDED</comment>
        <translation>驾驶正在结束</translation>
    </message>
    <message>
        <source>Teledeck stops the robot.</source>
        <comment>BEING_ENDED_TIP</comment>
        <translation>Teledeck 会停下机器人。</translation>
    </message>
    <message>
        <source>Driving ended unexpectedly</source>
        <comment>ENDED</comment>
        <translation>驾驶意外结束</translation>
    </message>
    <message>
        <source>It restarts automatically. If it does not, select the robot again.</source>
        <comment>ENDED_TIP</comment>
        <translation>它会自动重新启动。若没有，请重新选择机器人。</translation>
    </message>
    <message>
        <source>Teledeck stops the robot first.</source>
        <comment>STANDS_BEFORE_SLEEP</comment>
        <translation>Teledeck 先停下机器人。</translation>
    </message>
</context>
<context>
    <name>EventsWording</name>
    <message>
        <source>Events</source>
        <comment>TITLE</comment>
        <translation>事件</translation>
    </message>
    <message>
        <source>Marks, alerts, stops and incidents of now and of the runs, side by side</source>
        <comment>TIP</comment>
        <translation>现在与各次运行的标记、告警、停止和事件记录并排显示</translation>
    </message>
    <message>
        <source>Events of now and of the runs, by the time of the views</source>
        <comment>LABEL</comment>
        <translation>现在与各次运行的事件，按视图的时间</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>TIME</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Live</source>
        <comment>LIVE</comment>
        <translation>实时</translation>
    </message>
    <message>
        <source>Mark</source>
        <comment>MARK</comment>
        <translation>标记</translation>
    </message>
    <message>
        <source>Alert</source>
        <comment>ALERT</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>Stop</source>
        <comment>STOP</comment>
        <translation>停止</translation>
    </message>
    <message>
        <source>Incident</source>
        <comment>INCIDENT</comment>
        <translation>事件记录</translation>
    </message>
    <message>
        <source>{text}, the last until the time that is shown</source>
        <comment>IS_CURRENT</comment>
        <translation>{text}，到所示时刻为止的最后一项</translation>
    </message>
    <message>
        <source>No events</source>
        <comment>NONE_TITLE</comment>
        <translation>没有事件</translation>
    </message>
    <message>
        <source>The runs that are shown have no marks, alerts or stops, and nothing of the kind is live beside them.</source>
        <comment>NONE_HINT</comment>
        <translation>所显示的运行没有标记、告警或停止，其旁也没有此类实时事件。</translation>
    </message>
    <message>
        <source>Copy table	{key}</source>
        <comment>COPY</comment>
        <translation>复制表格	{key}</translation>
    </message>
    <message>
        <source>Show the time of the event</source>
        <comment>KEY_TIME</comment>
        <translation>显示事件的时刻</translation>
    </message>
</context>
<context>
    <name>FieldWording</name>
    <message>
        <source>A field path must begin with a name</source>
        <comment>PATH_BEGINNING</comment>
        <translation>字段路径须以名称开头</translation>
    </message>
    <message>
        <source>For example: scan.ranges[0].</source>
        <comment>PATH_BEGINNING_TIP</comment>
        <translation>例如：scan.ranges[0]。</translation>
    </message>
    <message>
        <source>“{text}” is not a field path</source>
        <comment>NO_PATH</comment>
        <translation>“{text}”不是字段路径</translation>
    </message>
    <message>
        <source>Join names with dots and add [n] for an element, for example: scan.ranges[0].</source>
        <comment>NO_PATH_TIP</comment>
        <translation>用点连接名称，用 [n] 表示元素，例如：scan.ranges[0]。</translation>
    </message>
    <message>
        <source>{type_name} has no field “{field}” (in {path}); the nearest is “{nearest}”</source>
        <comment>UNKNOWN</comment>
        <translation>{type_name} 没有字段“{field}”（在 {path} 中）；最接近的是“{nearest}”</translation>
    </message>
    <message>
        <source>Available fields: {names}.</source>
        <comment>NAMES_TIP</comment>
        <translation>可用字段：{names}。</translation>
    </message>
    <message>
        <source>{type_name} has no field “{field}” (in {path}), because the type has no fields</source>
        <comment>NO_FIELDS_AT_ALL</comment>
        <translation>{type_name} 没有字段“{field}”（在 {path} 中），因为此类型没有字段</translation>
    </message>
    <message>
        <source>{field} is not a list (in {path})</source>
        <comment>NO_LIST</comment>
        <translation>{field} 不是列表（在 {path} 中）</translation>
    </message>
    <message>
        <source>{field} has no fields (in {path})</source>
        <comment>NO_FIELDS</comment>
        <translation>{field} 没有字段（在 {path} 中）</translation>
    </message>
    <message>
        <source>{field} is a list (in {path})</source>
        <comment>IS_LIST</comment>
        <translation>{field} 是列表（在 {path} 中）</translation>
    </message>
    <message>
        <source>Choose an element: {field}[0].</source>
        <comment>NAME_ELEMENT_TIP</comment>
        <translation>请选择元素：{field}[0]。</translation>
    </message>
    <message>
        <source>{path} is not a single value</source>
        <comment>NOT_SINGLE</comment>
        <translation>{path} 不是单个值</translation>
    </message>
    <message>
        <source>Choose a number, a text or an element of a list.</source>
        <comment>NOT_SINGLE_TIP</comment>
        <translation>请选择数值、文本或列表的元素。</translation>
    </message>
    <message>
        <source>The type {type_name} is unknown, so it has no field “{field}”</source>
        <comment>TYPE_UNKNOWN</comment>
        <translation>类型 {type_name} 未知，因此没有字段“{field}”</translation>
    </message>
    <message>
        <source>The message</source>
        <comment>WHOLE_MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>{field} must be of type {type_name}, not {value}</source>
        <comment>OBJECT_WANTED</comment>
        <translation>{field} 的类型须为 {type_name}，而不是 {value}</translation>
    </message>
    <message>
        <source>Write an object with the fields of that type.</source>
        <comment>OBJECT_WANTED_TIP</comment>
        <translation>请写成含有该类型各字段的对象。</translation>
    </message>
    <message>
        <source>{field} must be a list, not {value}</source>
        <comment>LIST_WANTED</comment>
        <translation>{field} 须为列表，而不是 {value}</translation>
    </message>
    <message>
        <source>Put [ ] around the value.</source>
        <comment>LIST_WANTED_TIP</comment>
        <translation>请用 [ ] 括起该值。</translation>
    </message>
    <message>
        <source>{field} must be true or false, not {value}</source>
        <comment>BOOLEAN_WANTED</comment>
        <translation>{field} 须为 true 或 false，而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be a whole number ({type_name}), not {value}</source>
        <comment>INTEGER_WANTED</comment>
        <translation>{field} 须为整数（{type_name}），而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be a number from {low:,} to {high:,} ({type_name}), not {value}</source>
        <comment>RANGE_WANTED</comment>
        <translation>{field} 须为 {low:,} 到 {high:,} 的数值（{type_name}），而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be a number ({type_name}), not {value}</source>
        <comment>NUMBER_WANTED</comment>
        <translation>{field} 须为数值（{type_name}），而不是 {value}</translation>
    </message>
    <message>
        <source>nan, inf and -inf are allowed, too.</source>
        <comment>NUMBER_WANTED_TIP</comment>
        <translation>也可以用 nan、inf 和 -inf。</translation>
    </message>
    <message>
        <source>{field} must be a number of at most {largest:.3g} ({type_name}), not {value}</source>
        <comment>LARGEST_WANTED</comment>
        <translation>{field} 须为不超过 {largest:.3g} 的数值（{type_name}），而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be a text, not {value}</source>
        <comment>TEXT_WANTED</comment>
        <translation>{field} 须为文本，而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be a Unicode text, not {value}</source>
        <comment>UNICODE_WANTED</comment>
        <translation>{field} 须为 Unicode 文本，而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be bytes, not {value}</source>
        <comment>BYTES_WANTED</comment>
        <translation>{field} 须为字节，而不是 {value}</translation>
    </message>
    <message>
        <source>{field} must be bytes in base64, not {value}</source>
        <comment>BASE64_WANTED</comment>
        <translation>{field} 须为 base64 编码的字节，而不是 {value}</translation>
    </message>
    <message>
        <source>A message is not a valid {type_name}</source>
        <comment>MESSAGE_INVALID</comment>
        <translation>消息不是有效的 {type_name}</translation>
    </message>
    <message>
        <source>A message is not a valid {type_name}: {reason}</source>
        <comment>INVALID_BECAUSE</comment>
        <translation>消息不是有效的 {type_name}：{reason}</translation>
    </message>
    <message>
        <source>A message is not a valid {type_name}: {field}: {reason}</source>
        <comment>INVALID_AT</comment>
        <translation>消息不是有效的 {type_name}：{field}：{reason}</translation>
    </message>
    <message>
        <source>The publisher may use another definition of this type.</source>
        <comment>OTHER_DEFINITION_TIP</comment>
        <translation>发布者可能使用此类型的另一种定义。</translation>
    </message>
    <message>
        <source>You can still see the fields of the message.</source>
        <comment>FIELDS_SHOWN_TIP</comment>
        <translation>仍可查看消息的字段。</translation>
    </message>
</context>
<context>
    <name>FigureWording</name>
    <message>
        <source>Peak (Hz)</source>
        <comment>PEAK</comment>
        <translation>峰值 (Hz)</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <comment>AMPLITUDE</comment>
        <translation>幅值</translation>
    </message>
    <message>
        <source>Figure</source>
        <comment>FIGURE</comment>
        <translation>指标</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Count</source>
        <comment>COUNT</comment>
        <translation>个数</translation>
    </message>
    <message>
        <source>Mean</source>
        <comment>MEAN</comment>
        <translation>均值</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <comment>DEVIATION</comment>
        <translation>标准差</translation>
    </message>
    <message>
        <source>RMS</source>
        <comment>RMS</comment>
        <translation>RMS</translation>
    </message>
    <message>
        <source>Minimum</source>
        <comment>LEAST</comment>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <comment>GREATEST</comment>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Drift per hour</source>
        <comment>DRIFT</comment>
        <translation>每小时漂移</translation>
    </message>
    <message>
        <source>Above {value}</source>
        <comment>ABOVE</comment>
        <translation>高于 {value}</translation>
    </message>
    <message>
        <source>{share} % are below</source>
        <comment>BELOW</comment>
        <translation>{share} % 低于此值</translation>
    </message>
    <message>
        <source>Rate</source>
        <comment>RATE</comment>
        <translation>频率</translation>
    </message>
    <message>
        <source>Nominal rate</source>
        <comment>NOMINAL_RATE</comment>
        <translation>标称频率</translation>
    </message>
    <message>
        <source>Jitter</source>
        <comment>JITTER</comment>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Longest gap</source>
        <comment>LONGEST_GAP</comment>
        <translation>最长间断</translation>
    </message>
    <message>
        <source>… at</source>
        <comment>GAP_AT</comment>
        <translation>… 时刻</translation>
    </message>
    <message>
        <source>Late by more than {limit}</source>
        <comment>LATER</comment>
        <translation>迟到超过 {limit}</translation>
    </message>
    <message>
        <source>Out of order</source>
        <comment>OUT_OF_ORDER</comment>
        <translation>乱序</translation>
    </message>
    <message>
        <source>Bursts</source>
        <comment>BURSTS</comment>
        <translation>突发</translation>
    </message>
    <message>
        <source>Stamp to receipt, minimum</source>
        <comment>STAMP_TO_RECEIPT</comment>
        <translation>时间戳到接收，最小值</translation>
    </message>
    <message>
        <source>… jitter</source>
        <comment>STAMP_JITTER</comment>
        <translation>… 抖动</translation>
    </message>
    <message>
        <source>… drift</source>
        <comment>STAMP_DRIFT</comment>
        <translation>… 漂移</translation>
    </message>
    <message>
        <source>Lag of the second curve</source>
        <comment>LAG</comment>
        <translation>第二条曲线的滞后</translation>
    </message>
    <message>
        <source>Correlation at that lag</source>
        <comment>CORRELATION</comment>
        <translation>该滞后下的相关系数</translation>
    </message>
    <message>
        <source>Share of samples</source>
        <comment>SHARE</comment>
        <translation>样本占比</translation>
    </message>
    <message>
        <source>Density</source>
        <comment>DENSITY</comment>
        <translation>密度</translation>
    </message>
    <message>
        <source>Frequency</source>
        <comment>FREQUENCY</comment>
        <translation>频率</translation>
    </message>
    <message>
        <source>Level</source>
        <comment>LEVEL</comment>
        <translation>强度</translation>
    </message>
    <message>
        <source>Interval</source>
        <comment>INTERVAL</comment>
        <translation>间隔</translation>
    </message>
    <message>
        <source>by stamp</source>
        <comment>BY_STAMP</comment>
        <translation>按时间戳</translation>
    </message>
    <message>
        <source>by time received</source>
        <comment>BY_RECEIPT</comment>
        <translation>按接收时间</translation>
    </message>
</context>
<context>
    <name>FiguresWording</name>
    <message>
        <source>Figures</source>
        <comment>TITLE</comment>
        <translation>数据</translation>
    </message>
    <message>
        <source>How far plotted curves and those of the runs are apart</source>
        <comment>TIP</comment>
        <translation>所绘曲线与各次运行的曲线相差多少</translation>
    </message>
    <message>
        <source>How far curves are apart</source>
        <comment>LABEL</comment>
        <translation>曲线相差多少</translation>
    </message>
    <message>
        <source>Curve</source>
        <comment>CURVE</comment>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>RUN</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>Mean difference</source>
        <comment>MEAN</comment>
        <translation>平均差</translation>
    </message>
    <message>
        <source>RMS</source>
        <comment>RMS</comment>
        <translation>均方根</translation>
    </message>
    <message>
        <source>Largest</source>
        <comment>MOST</comment>
        <translation>最大差</translation>
    </message>
    <message>
        <source>When</source>
        <comment>AT</comment>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Lag</source>
        <comment>LAG</comment>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Apart</source>
        <comment>APART</comment>
        <translation>超出</translation>
    </message>
    <message>
        <source>Compared</source>
        <comment>COMPARED</comment>
        <translation>比较时长</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>NOTE</comment>
        <translation>备注</translation>
    </message>
    <message>
        <source>Show this time in all views</source>
        <comment>AT_TIP</comment>
        <translation>在所有视图中显示这一时刻</translation>
    </message>
    <message>
        <source>One of both is missing for {missing} of that time</source>
        <comment>MISSING</comment>
        <translation>其中有 {missing} 缺少两者之一</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <comment>NONE_TITLE</comment>
        <translation>没有可比较的内容</translation>
    </message>
    <message>
        <source>Plot a curve, and show a run: here stands how far they are apart, the run less what is live.</source>
        <comment>NONE_HINT</comment>
        <translation>请绘制一条曲线，并显示一次运行：此处说明两者相差多少，即运行减去实时值。</translation>
    </message>
    <message>
        <source>Apart by more than</source>
        <comment>TOLERANCE</comment>
        <translation>容许相差</translation>
    </message>
    <message>
        <source>How far curves of this unit may be apart: the column “Apart” says for how much of the time they are farther</source>
        <comment>TOLERANCE_TIP</comment>
        <translation>这一单位的曲线可以相差多少：“超出”一列说明相差更多的时间占多少</translation>
    </message>
    <message>
        <source>no bound</source>
        <comment>NO_TOLERANCE</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>The unit of the curves; each has a bound of its own</source>
        <comment>UNIT_TIP</comment>
        <translation>曲线的单位；每个单位有各自的界限</translation>
    </message>
    <message>
        <source>no unit</source>
        <comment>NO_UNIT</comment>
        <translation>无单位</translation>
    </message>
    <message>
        <source>The bound must be 0 or more.</source>
        <comment>BAD_TOLERANCE</comment>
        <translation>界限必须为 0 或更大。</translation>
    </message>
    <message>
        <source>Progress of the calculation</source>
        <comment>PROGRESS</comment>
        <translation>计算进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the calculation, until something else is chosen</source>
        <comment>CANCEL_TIP</comment>
        <translation>结束计算，直到另作选择</translation>
    </message>
    <message>
        <source>Export</source>
        <comment>EXPORT</comment>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy the figures, or write them into a file</source>
        <comment>EXPORT_TIP</comment>
        <translation>复制数据，或写入文件</translation>
    </message>
    <message>
        <source>Export figures</source>
        <comment>EXPORT_TITLE</comment>
        <translation>导出数据</translation>
    </message>
    <message>
        <source>Copy table	{key}</source>
        <comment>COPY</comment>
        <translation>复制表格	{key}</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <comment>AS_CSV</comment>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>As JSON…</source>
        <comment>AS_JSON</comment>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <comment>WRITTEN</comment>
        <translation>已写入：{file}</translation>
    </message>
    <message>
        <source>{file} can't be written: {reason}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>无法写入 {file}：{reason}</translation>
    </message>
    <message>
        <source>being read…</source>
        <comment>BEING_READ</comment>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>In the run it is in {theirs}, but live in {ours}</source>
        <comment>OTHER_UNIT</comment>
        <translation>该次运行中单位为 {theirs}，实时为 {ours}</translation>
    </message>
    <message>
        <source>The topic is of another type: {theirs}, but live {ours}; so may the units be</source>
        <comment>OTHER_TYPE</comment>
        <translation>话题的类型不同：{theirs}，实时为 {ours}；单位也可能不同</translation>
    </message>
    <message>
        <source>not calculated for the place of the run and the bound that are set now</source>
        <comment>NOT_CALCULATED</comment>
        <translation>未按该次运行的当前位置和当前界限计算</translation>
    </message>
    <message>
        <source>The calculation failed; the log says why</source>
        <comment>FAILED</comment>
        <translation>计算失败；原因见日志</translation>
    </message>
    <message>
        <source>Show when they are farthest apart</source>
        <comment>KEY_TIME</comment>
        <translation>显示相差最大的时刻</translation>
    </message>
</context>
<context>
    <name>FrameWording</name>
    <message>
        <source>Unusable transform: {reason}</source>
        <comment>LEFT_OUT</comment>
        <translation>坐标变换不可用：{reason}</translation>
    </message>
    <message>
        <source>Refused: {reason}</source>
        <comment>REFUSED</comment>
        <translation>已拒绝：{reason}</translation>
    </message>
    <message>
        <source>Several parents: {names}</source>
        <comment>TWO_PARENTS</comment>
        <translation>有多个父坐标系：{names}</translation>
    </message>
    <message>
        <source>Several nodes send it: {names}</source>
        <comment>TWO_SENDERS</comment>
        <translation>有多个节点发送：{names}</translation>
    </message>
    <message>
        <source>No transform for {age_s:.0f} s</source>
        <comment>SILENT</comment>
        <translation>已有 {age_s:.0f} s 没有坐标变换</translation>
    </message>
    <message>
        <source>The stamp went back by {by_s:,.3f} s</source>
        <comment>GOES_BACK</comment>
        <translation>时间戳倒退了 {by_s:,.3f} s</translation>
    </message>
    <message>
        <source>The stamp is {by_s:,.1f} s in the future</source>
        <comment>AHEAD</comment>
        <translation>时间戳超前 {by_s:,.1f} s</translation>
    </message>
    <message>
        <source>The stamp was {by_s:,.1f} s old on arrival</source>
        <comment>OLD</comment>
        <translation>到达时时间戳已落后 {by_s:,.1f} s</translation>
    </message>
    <message>
        <source>One of {count} roots: nothing connects them</source>
        <comment>NOT_JOINED</comment>
        <translation>{count} 个根坐标系之一：彼此没有坐标变换</translation>
    </message>
</context>
<context>
    <name>FramesWording</name>
    <message>
        <source>{name} sends no transforms</source>
        <comment>NONE</comment>
        <translation>{name} 没有发送坐标变换</translation>
    </message>
    <message>
        <source>Frames come from tf on ROS 1, and from named poses on other robots. Start the node that publishes them, for example robot_state_publisher.</source>
        <comment>NONE_TIP</comment>
        <translation>在 ROS 1 上，坐标系来自 tf；在其他机器人上，来自有名称的位姿。请启动发布它们的节点，例如 robot_state_publisher。</translation>
    </message>
    <message>
        <source>No transforms yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无坐标变换</translation>
    </message>
    <message>
        <source>Waiting for {topics}</source>
        <comment>NONE_YET_TIP</comment>
        <translation>正在等待 {topics}</translation>
    </message>
    <message>
        <source>1 frame</source>
        <comment>ONE_FRAME</comment>
        <translation>1 个坐标系</translation>
    </message>
    <message>
        <source>{count} frames</source>
        <comment>FRAMES</comment>
        <translation>{count} 个坐标系</translation>
    </message>
    <message>
        <source>{count} with problems</source>
        <comment>FAULTS</comment>
        <translation>{count} 个有问题</translation>
    </message>
    <message>
        <source>No frame matches</source>
        <comment>NO_MATCH</comment>
        <translation>没有匹配的坐标系</translation>
    </message>
    <message>
        <source>Clear the filter, or show all frames.</source>
        <comment>NO_MATCH_TIP</comment>
        <translation>请清除筛选，或显示所有坐标系。</translation>
    </message>
    <message>
        <source>No problems</source>
        <comment>NO_FAULTS</comment>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>All {count} frames are fine. Show all frames to see them.</source>
        <comment>NO_FAULTS_TIP</comment>
        <translation>全部 {count} 个坐标系都正常。要查看它们，请显示所有坐标系。</translation>
    </message>
    <message>
        <source>Root</source>
        <comment>ROOT</comment>
        <translation>根</translation>
    </message>
    <message>
        <source>Static</source>
        <comment>STATIC</comment>
        <translation>静态</translation>
    </message>
    <message>
        <source>Moving</source>
        <comment>MOVING</comment>
        <translation>动态</translation>
    </message>
    <message>
        <source>Once</source>
        <comment>ONCE</comment>
        <translation>单次</translation>
    </message>
    <message>
        <source>Unusable</source>
        <comment>NO_TRANSFORM</comment>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Selected frame</source>
        <comment>SELECTED</comment>
        <translation>选中的坐标系</translation>
    </message>
    <message>
        <source>{frame} in {parent}</source>
        <comment>IN</comment>
        <translation>{parent} 中的 {frame}</translation>
    </message>
    <message>
        <source>x {x} m, y {y} m, z {z} m</source>
        <comment>POSITION</comment>
        <translation>x {x} m，y {y} m，z {z} m</translation>
    </message>
    <message>
        <source>roll {roll}, pitch {pitch}, yaw {yaw}</source>
        <comment>ROTATION</comment>
        <translation>横滚 {roll}，俯仰 {pitch}，偏航 {yaw}</translation>
    </message>
    <message>
        <source>Select a frame to see its transform.</source>
        <comment>CHOOSE</comment>
        <translation>请选择一个坐标系以查看其变换。</translation>
    </message>
    <message>
        <source>Sent by {sender} on {topic}</source>
        <comment>TIP_SENDER</comment>
        <translation>由 {sender} 在 {topic} 上发送</translation>
    </message>
    <message>
        <source>Received on {topic}</source>
        <comment>TIP_TOPIC</comment>
        <translation>在 {topic} 上收到</translation>
    </message>
    <message>
        <source>Stamp {stamp}</source>
        <comment>TIP_STAMP</comment>
        <translation>时间戳 {stamp}</translation>
    </message>
    <message>
        <source>{count} transforms without a frame name</source>
        <comment>UNNAMED</comment>
        <translation>{count} 个变换没有坐标系名称</translation>
    </message>
    <message>
        <source>Show its topic</source>
        <comment>SHOW_TOPIC</comment>
        <translation>显示其话题</translation>
    </message>
    <message>
        <source>The frame in which the transform is shown</source>
        <comment>THE_FRAME_IN_WHICH</comment>
        <translation>变换以哪个坐标系为参考</translation>
    </message>
    <message>
        <source>The frame whose transform is shown</source>
        <comment>THE_FRAME_WHOSE_TRANSFORM</comment>
        <translation>显示哪个坐标系的变换</translation>
    </message>
    <message>
        <source>Swap</source>
        <comment>SWAP</comment>
        <translation>互换</translation>
    </message>
    <message>
        <source>Swap the two frames: show the inverse</source>
        <comment>SWAP_THE_TWO_FRAMES</comment>
        <translation>互换两个坐标系：显示逆变换</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the transform and its chain</source>
        <comment>COPY_THE_TRANSFORM_AND</comment>
        <translation>复制变换及其坐标系链</translation>
    </message>
    <message>
        <source>Frame</source>
        <comment>FRAME</comment>
        <translation>坐标系</translation>
    </message>
    <message>
        <source>Parent</source>
        <comment>PARENT</comment>
        <translation>父级</translation>
    </message>
    <message>
        <source>Received</source>
        <comment>RECEIVED</comment>
        <translation>收到</translation>
    </message>
    <message>
        <source>Stamp age</source>
        <comment>STAMP_AGE</comment>
        <translation>时间戳距今</translation>
    </message>
    <message>
        <source>Rate</source>
        <comment>RATE</comment>
        <translation>频率</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>KIND</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>Roll</source>
        <comment>ROLL</comment>
        <translation>横滚</translation>
    </message>
    <message>
        <source>Pitch</source>
        <comment>PITCH</comment>
        <translation>俯仰</translation>
    </message>
    <message>
        <source>Yaw</source>
        <comment>YAW</comment>
        <translation>偏航</translation>
    </message>
    <message>
        <source>Sender</source>
        <comment>SENDER</comment>
        <translation>发送者</translation>
    </message>
    <message>
        <source>Problem</source>
        <comment>PROBLEM</comment>
        <translation>问题</translation>
    </message>
    <message>
        <source>Filter by frame, parent, sender or problem</source>
        <comment>FILTER_BY_FRAME_PARENT</comment>
        <translation>按坐标系、父级、发送者或问题筛选</translation>
    </message>
    <message>
        <source>List</source>
        <comment>LIST</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show a sortable list instead of a tree</source>
        <comment>SHOW_A_SORTABLE_LIST</comment>
        <translation>显示可排序的列表而不是树</translation>
    </message>
    <message>
        <source>Problems</source>
        <comment>PROBLEMS</comment>
        <translation>问题</translation>
    </message>
    <message>
        <source>Show only frames with problems</source>
        <comment>SHOW_ONLY_FRAMES_WITH</comment>
        <translation>只显示有问题的坐标系</translation>
    </message>
    <message>
        <source>Copy the selected rows ({key})</source>
        <comment>COPY_ROWS_TIP</comment>
        <translation>复制选中的行（{key}）</translation>
    </message>
    <message>
        <source>Coordinate frames</source>
        <comment>COORDINATE_FRAMES</comment>
        <translation>坐标系</translation>
    </message>
    <message>
        <source>Next problem</source>
        <comment>NEXT_PROBLEM</comment>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <comment>COPY_ROWS</comment>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Transform from this frame</source>
        <comment>TRANSFORM_FROM_THIS_FRAME</comment>
        <translation>从此坐标系变换</translation>
    </message>
    <message>
        <source>Transform to this frame</source>
        <comment>TRANSFORM_TO_THIS_FRAME</comment>
        <translation>变换到此坐标系</translation>
    </message>
    <message>
        <source>Use as fixed frame of the top view</source>
        <comment>USE_AS_FIXED_FRAME</comment>
        <translation>用作俯视图的固定坐标系</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Go to the next or the previous problem</source>
        <comment>PROBLEM_KEY</comment>
        <translation>转到下一个或上一个问题</translation>
    </message>
    <message>
        <source>Show the transform of the frame below</source>
        <comment>SHOW_KEY</comment>
        <translation>在下方显示该坐标系的变换</translation>
    </message>
</context>
<context>
    <name>GalileoDoctorWording</name>
    <message>
        <source>The name “{host}” resolves to {address}, taken as the proxy with port {port}</source>
        <comment>NAME_IS_PROXY</comment>
        <translation>名称“{host}”解析为 {address}，视为端口 {port} 上的代理</translation>
    </message>
    <message>
        <source>A name is taken as a BWBot proxy. For a robot in this network, add ?wan=no.</source>
        <comment>PROXY_TIP</comment>
        <translation>名称会被视为 BWBot 代理。机器人在本网络内时，请加上 ?wan=no。</translation>
    </message>
    <message>
        <source>A robot answers at {where} and accepts the session</source>
        <comment>LETS_US_IN</comment>
        <translation>{where} 上有机器人应答，并接受会话</translation>
    </message>
    <message>
        <source>A robot answers at {where}</source>
        <comment>ANSWERS</comment>
        <translation>{where} 上有机器人应答</translation>
    </message>
    <message>
        <source>A program answers at {where}, but it is not a Galileo robot</source>
        <comment>NO_GALILEO</comment>
        <translation>{where} 上有程序应答，但不是 Galileo 机器人</translation>
    </message>
    <message>
        <source>Check the port. The default port of Galileo robots is 3547.</source>
        <comment>NO_GALILEO_TIP</comment>
        <translation>请检查端口。Galileo 机器人的默认端口为 3547。</translation>
    </message>
    <message>
        <source>No answer at {where}, but {count:,} datagrams from another address</source>
        <comment>ANOTHER_ANSWERS</comment>
        <translation>{where} 没有应答，但有 {count:,} 个数据报来自其他地址</translation>
    </message>
    <message>
        <source>Use the own address of the robot. It may have several, or a router may be in between.</source>
        <comment>ANOTHER_ANSWERS_TIP</comment>
        <translation>请使用机器人自身的地址。它可能有多个地址，或中间隔着路由器。</translation>
    </message>
    <message>
        <source>No answer at {where}</source>
        <comment>NOTHING_ANSWERS</comment>
        <translation>{where} 没有应答</translation>
    </message>
    <message>
        <source>The robot accepts the session for {status} but refuses {topic}</source>
        <comment>ONLY_TOPIC_REFUSED</comment>
        <translation>机器人接受 {status} 的会话，但拒绝 {topic}</translation>
    </message>
    <message>
        <source>The token is right. Check the spelling of the topic.</source>
        <comment>ONLY_TOPIC_REFUSED_TIP</comment>
        <translation>令牌正确。请检查话题的拼写。</translation>
    </message>
    <message>
        <source>The robot refused the session for {topic} without a reason</source>
        <comment>REFUSED</comment>
        <translation>机器人拒绝了 {topic} 的会话，没有说明原因</translation>
    </message>
    <message>
        <source>Check the token, which the Galileo tools show. The robot may also have reached the limit of clients.</source>
        <comment>REFUSED_TIP</comment>
        <translation>请检查令牌，可在 Galileo 工具中查看。机器人的客户端数也可能已达上限。</translation>
    </message>
    <message>
        <source>The address has no token. Add ?token=… or set TELEDECK_GALILEO_TOKEN.</source>
        <comment>NONE_GIVEN_TIP</comment>
        <translation>地址中没有令牌。请加上 ?token=… 或设置 TELEDECK_GALILEO_TOKEN。</translation>
    </message>
    <message>
        <source>Messages of {topic} arrive: {type_name}</source>
        <comment>MESSAGES_COME</comment>
        <translation>收到 {topic} 的消息：{type_name}</translation>
    </message>
    <message>
        <source>Messages of {topic} arrive with an unknown type</source>
        <comment>MESSAGES_OF_UNKNOWN_TYPE</comment>
        <translation>收到 {topic} 的消息，但类型未知</translation>
    </message>
    <message>
        <source>No message of {topic} within {waited_s:.0f} s; it takes commands and may stay silent</source>
        <comment>COMMANDS_SILENT</comment>
        <translation>{waited_s:.0f} s 内没有 {topic} 的消息；它接收指令，可能不发消息</translation>
    </message>
    <message>
        <source>The robot answers, but sent no message of {topic} within {waited_s:.0f} s</source>
        <comment>STATUS_SILENT</comment>
        <translation>机器人有应答，但 {waited_s:.0f} s 内没有发送 {topic} 的消息</translation>
    </message>
    <message>
        <source>The robot answers and sends {status}, but no message of {topic} within {waited_s:.0f} s</source>
        <comment>ONLY_STATUS_SPEAKS</comment>
        <translation>机器人有应答并发送 {status}，但 {waited_s:.0f} s 内没有 {topic} 的消息</translation>
    </message>
    <message>
        <source>The robot answers, but sent no message of {topic} or {status} within {waited_s:.0f} s</source>
        <comment>BOTH_SILENT</comment>
        <translation>机器人有应答，但 {waited_s:.0f} s 内没有发送 {topic} 或 {status} 的消息</translation>
    </message>
    <message>
        <source>Check the spelling of the topic: a robot accepts any. Or its publisher may not run.</source>
        <comment>TOPIC_SILENT_TIP</comment>
        <translation>请检查话题的拼写：机器人接受任何话题。也可能是其发布者没有运行。</translation>
    </message>
    <message>
        <source>The robot answered, then the connection failed: {reason}</source>
        <comment>LOST_AFTERWARDS</comment>
        <translation>机器人曾有应答，随后连接失败：{reason}</translation>
    </message>
    <message>
        <source>No answer to a ping yet</source>
        <comment>NO_PING_ANSWERED</comment>
        <translation>ping 尚无应答</translation>
    </message>
    <message>
        <source>The round trip takes {took_ms:.0f} ms</source>
        <comment>ROUND_TRIP</comment>
        <translation>往返时间为 {took_ms:.0f} ms</translation>
    </message>
    <message>
        <source>The round trip takes {took_ms:.1f} ms</source>
        <comment>ROUND_TRIP_SHORT</comment>
        <translation>往返时间为 {took_ms:.1f} ms</translation>
    </message>
    <message>
        <source>The round trip takes {took_ms:.0f} ms, which is long</source>
        <comment>ROUND_TRIP_LONG</comment>
        <translation>往返时间为 {took_ms:.0f} ms，偏长</translation>
    </message>
    <message>
        <source>This limits driving. A proxy may be far away, or Wi-Fi may save power.</source>
        <comment>ROUND_TRIP_LONG_TIP</comment>
        <translation>这会影响驾驶。代理可能很远，或 Wi-Fi 可能处于省电状态。</translation>
    </message>
    <message>
        <source>The loss is not known yet</source>
        <comment>LOSS_UNKNOWN</comment>
        <translation>丢失率尚不清楚</translation>
    </message>
    <message>
        <source>{share:.0%} of pings lost (round trip)</source>
        <comment>LOST</comment>
        <translation>ping 丢失 {share:.0%}（往返）</translation>
    </message>
    <message>
        <source>{share:.0%} of the data from the robot lost</source>
        <comment>LOST_ONE_WAY</comment>
        <translation>机器人发来的数据丢失 {share:.0%}</translation>
    </message>
    <message>
        <source>Move closer to the access point or the robot, use a cable, or choose a channel with less traffic.</source>
        <comment>LOSS_TIP</comment>
        <translation>请靠近接入点或机器人、改用网线，或选择较空闲的信道。</translation>
    </message>
    <message>
        <source>{count:,} datagrams of another session ignored</source>
        <comment>OTHER_SESSION</comment>
        <translation>忽略了其他会话的 {count:,} 个数据报</translation>
    </message>
    <message>
        <source>An answer to a connect may have been lost. The robot ends such a session after ten seconds.</source>
        <comment>OTHER_SESSION_TIP</comment>
        <translation>连接请求的应答可能已丢失。机器人会在十秒后结束这样的会话。</translation>
    </message>
    <message>
        <source>Ignored datagrams: {foreign:,} from another address, {malformed:,} of another protocol</source>
        <comment>STRANGERS</comment>
        <translation>忽略的数据报：来自其他地址的 {foreign:,} 个，属于其他协议的 {malformed:,} 个</translation>
    </message>
    <message>
        <source>Another program may use the port, or someone may be sending false data.</source>
        <comment>STRANGERS_TIP</comment>
        <translation>可能有其他程序使用此端口，或有人在发送伪造的数据。</translation>
    </message>
    <message>
        <source>{late:,} datagrams arrived too late, {dropped:,} were too many at once, {unsent:,} were not sent</source>
        <comment>DROPPED</comment>
        <translation>{late:,} 个数据报到达过晚，{dropped:,} 个因同时到达过多而丢弃，{unsent:,} 个未发送</translation>
    </message>
    <message>
        <source>This computer may be too busy, or the network may reorder packets.</source>
        <comment>DROPPED_TIP</comment>
        <translation>本机可能过于繁忙，或网络可能打乱了报文顺序。</translation>
    </message>
</context>
<context>
    <name>GalileoWireWording</name>
    <message>
        <source>This is not the address of a Galileo robot</source>
        <comment>ADDRESS_INVALID</comment>
        <translation>这不是 Galileo 机器人的地址</translation>
    </message>
    <message>
        <source>Write galileo://HOST:3547/PATH, for example galileo://192.168.0.132:3547/galileo/status.</source>
        <comment>ADDRESS_TIP</comment>
        <translation>请写成 galileo://HOST:3547/PATH，例如 galileo://192.168.0.132:3547/galileo/status。</translation>
    </message>
    <message>
        <source>Galileo robots don't support IPv6 addresses</source>
        <comment>NO_IPV6</comment>
        <translation>Galileo 机器人不支持 IPv6 地址</translation>
    </message>
    <message>
        <source>The address names no topic</source>
        <comment>NO_TOPIC</comment>
        <translation>地址中没有话题</translation>
    </message>
    <message>
        <source>Add the topic to the end of the address: …/galileo/status.</source>
        <comment>NO_TOPIC_TIP</comment>
        <translation>请在地址末尾加上话题：…/galileo/status。</translation>
    </message>
    <message>
        <source>The address has more than {limit} parameters</source>
        <comment>TOO_MANY_PARAMETERS</comment>
        <translation>地址的参数超过 {limit} 个</translation>
    </message>
    <message>
        <source>The topic seems to contain a token, which would be visible</source>
        <comment>TOKEN_IN_TOPIC</comment>
        <translation>话题中似乎含有令牌，会被看到</translation>
    </message>
    <message>
        <source>Write …/TOPIC?token=TOKEN.</source>
        <comment>TOKEN_IN_TOPIC_TIP</comment>
        <translation>请写成 …/TOPIC?token=TOKEN。</translation>
    </message>
    <message>
        <source>The port must be 1–65535</source>
        <comment>PORT_INVALID</comment>
        <translation>端口须为 1–65535</translation>
    </message>
    <message>
        <source>{parameter} in the address must be 1–65535</source>
        <comment>PARAMETER_NO_PORT</comment>
        <translation>地址中的 {parameter} 须为 1–65535</translation>
    </message>
    <message>
        <source>{parameter} in the address must be yes or no</source>
        <comment>PARAMETER_NO_ANSWER</comment>
        <translation>地址中的 {parameter} 须为 yes 或 no</translation>
    </message>
    <message>
        <source>Write {parameter}=yes or {parameter}=no.</source>
        <comment>PARAMETER_NO_ANSWER_TIP</comment>
        <translation>请写成 {parameter}=yes 或 {parameter}=no。</translation>
    </message>
    <message>
        <source>The robot answers</source>
        <comment>ANSWERS</comment>
        <translation>机器人有应答</translation>
    </message>
    <message>
        <source>The robot answers again</source>
        <comment>HEARD_AGAIN</comment>
        <translation>机器人恢复应答</translation>
    </message>
    <message>
        <source>No answer from {host}:{port}</source>
        <comment>NOTHING_ANSWERS</comment>
        <translation>{host}:{port} 没有应答</translation>
    </message>
    <message>
        <source>No answer from {host}:{port} ({error})</source>
        <comment>NOTHING_ANSWERS_BECAUSE</comment>
        <translation>{host}:{port} 没有应答（{error}）</translation>
    </message>
    <message>
        <source>Check that the robot is on, that it is in this network and that the port is right. A firewall may block UDP.</source>
        <comment>NOTHING_ANSWERS_TIP</comment>
        <translation>请检查机器人是否开机、是否在本网络内，以及端口是否正确。防火墙可能阻止了 UDP。</translation>
    </message>
    <message>
        <source>The robot refused the session</source>
        <comment>REFUSED</comment>
        <translation>机器人拒绝了会话</translation>
    </message>
    <message>
        <source>Check the token and the topic. The robot may also have reached the limit of clients.</source>
        <comment>REFUSED_TIP</comment>
        <translation>请检查令牌和话题。机器人的客户端数也可能已达上限。</translation>
    </message>
    <message>
        <source>The robot stopped answering and refuses a new session</source>
        <comment>REFUSED_AFTER_SILENCE</comment>
        <translation>机器人停止应答，并拒绝新的会话</translation>
    </message>
    <message>
        <source>The robot answered without a usable session ID</source>
        <comment>NO_ID</comment>
        <translation>机器人的应答中没有可用的会话 ID</translation>
    </message>
    <message>
        <source>The robot does not answer</source>
        <comment>SILENT</comment>
        <translation>机器人没有应答</translation>
    </message>
    <message>
        <source>The robot does not answer ({error})</source>
        <comment>SILENT_BECAUSE</comment>
        <translation>机器人没有应答（{error}）</translation>
    </message>
    <message>
        <source>The network may be poor.</source>
        <comment>SILENT_TIP</comment>
        <translation>网络可能不良。</translation>
    </message>
    <message>
        <source>No data from the robot for {silent_s:g} s</source>
        <comment>LOST</comment>
        <translation>已有 {silent_s:g} s 没有收到机器人的数据</translation>
    </message>
    <message>
        <source>No data from the robot for {silent_s:g} s ({error})</source>
        <comment>LOST_BECAUSE</comment>
        <translation>已有 {silent_s:g} s 没有收到机器人的数据（{error}）</translation>
    </message>
    <message>
        <source>Check that the robot is on, and that both computers are within range of the network.</source>
        <comment>LOST_TIP</comment>
        <translation>请检查机器人是否开机，以及两台计算机是否都在网络范围内。</translation>
    </message>
    <message>
        <source>The robot closed the session</source>
        <comment>ROBOT_CLOSED</comment>
        <translation>机器人关闭了会话</translation>
    </message>
    <message>
        <source>The robot may be shutting down.</source>
        <comment>ROBOT_CLOSED_TIP</comment>
        <translation>机器人可能正在关机。</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Closed; the robot answered until then</source>
        <comment>CLOSED_ANSWERED</comment>
        <translation>已关闭；此前机器人一直有应答</translation>
    </message>
    <message>
        <source>Closed; the robot had stopped answering</source>
        <comment>CLOSED_UNANSWERED</comment>
        <translation>已关闭；此前机器人已停止应答</translation>
    </message>
    <message>
        <source>No session with the robot: {state}</source>
        <comment>NO_SESSION</comment>
        <translation>与机器人没有会话：{state}</translation>
    </message>
    <message>
        <source>No data for {silent_s:g} s</source>
        <comment>CLIENT_SILENT</comment>
        <translation>已有 {silent_s:g} s 没有数据</translation>
    </message>
    <message>
        <source>Closed by the robot</source>
        <comment>CLOSED_BY_ROBOT</comment>
        <translation>由机器人关闭</translation>
    </message>
    <message>
        <source>Closed by the client</source>
        <comment>CLOSED_BY_CLIENT</comment>
        <translation>由客户端关闭</translation>
    </message>
    <message>
        <source>Too many sessions requested</source>
        <comment>TOO_MANY_SESSIONS</comment>
        <translation>请求的会话过多</translation>
    </message>
    <message>
        <source>Client {client_id} does not exist</source>
        <comment>NO_CLIENT</comment>
        <translation>客户端 {client_id} 不存在</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are too many; the limit is {limit_bytes:,}</source>
        <comment>TOO_MANY_BYTES</comment>
        <translation>{length_bytes:,} 字节太多；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>A text of {length_bytes:,} bytes is too long; the limit is {limit_bytes:,}</source>
        <comment>TEXT_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节的文本过长；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>Send it in several messages.</source>
        <comment>TEXT_TOO_LONG_TIP</comment>
        <translation>请分成多条消息发送。</translation>
    </message>
    <message>
        <source>A part of {length_bytes:,} bytes is too long for a datagram</source>
        <comment>PART_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节的分段对数据报来说过长</translation>
    </message>
    <message>
        <source>The address of the robot contains a zero byte</source>
        <comment>URI_HAS_ZERO</comment>
        <translation>机器人的地址含有零字节</translation>
    </message>
    <message>
        <source>The address of the robot has {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>URI_TOO_LONG</comment>
        <translation>机器人的地址有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>Shorten the path, the token or other parameters.</source>
        <comment>URI_TOO_LONG_TIP</comment>
        <translation>请缩短路径、令牌或其他参数。</translation>
    </message>
    <message>
        <source>A client ID has {size_bytes} bytes, not {length_bytes}</source>
        <comment>ID_LENGTH</comment>
        <translation>客户端 ID 应为 {size_bytes} 字节，而不是 {length_bytes} 字节</translation>
    </message>
    <message>
        <source>A datagram is not a connect frame</source>
        <comment>NO_CONNECT</comment>
        <translation>有数据报不是连接帧</translation>
    </message>
    <message>
        <source>A connect frame has no end</source>
        <comment>CONNECT_WITHOUT_END</comment>
        <translation>有连接帧没有结尾</translation>
    </message>
    <message>
        <source>A connect frame has no address udp://host:port/path?token=…</source>
        <comment>CONNECT_WITHOUT_URI</comment>
        <translation>有连接帧没有地址 udp://host:port/path?token=…</translation>
    </message>
    <message>
        <source>A connect frame is not text or has too many parameters</source>
        <comment>CONNECT_NO_TEXT</comment>
        <translation>有连接帧不是文本，或参数过多</translation>
    </message>
    <message>
        <source>A datagram of {length_bytes} bytes is too short for a frame</source>
        <comment>FRAME_TOO_SHORT</comment>
        <translation>{length_bytes} 字节的数据报太短，不足一帧</translation>
    </message>
    <message>
        <source>A datagram begins with {byte:#04x}, not with {wanted:#04x}</source>
        <comment>FRAME_BEGINNING</comment>
        <translation>有数据报以 {byte:#04x} 开头，而不是 {wanted:#04x}</translation>
    </message>
    <message>
        <source>A frame has the unknown opcode {opcode:#04x}</source>
        <comment>OPCODE_UNKNOWN</comment>
        <translation>有帧的操作码未知：{opcode:#04x}</translation>
    </message>
    <message>
        <source>A broadcast of {length_bytes:,} bytes is too long</source>
        <comment>BROADCAST_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节的广播过长</translation>
    </message>
    <message>
        <source>A broadcast is not JSON</source>
        <comment>BROADCAST_NO_JSON</comment>
        <translation>有广播不是 JSON</translation>
    </message>
    <message>
        <source>A broadcast is not a JSON object</source>
        <comment>BROADCAST_NO_OBJECT</comment>
        <translation>有广播不是 JSON 对象</translation>
    </message>
    <message>
        <source>A broadcast has no ID</source>
        <comment>BROADCAST_WITHOUT_ID</comment>
        <translation>有广播没有 ID</translation>
    </message>
    <message>
        <source>{field} is an object (in {path})</source>
        <comment>IS_OBJECT</comment>
        <translation>{field} 是对象（在 {path} 中）</translation>
    </message>
    <message>
        <source>Choose one of the fields in it.</source>
        <comment>IS_OBJECT_TIP</comment>
        <translation>请选择其中的一个字段。</translation>
    </message>
    <message>
        <source>A message of {topic} is nested too deeply</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>{topic} 的一条消息嵌套过深</translation>
    </message>
    <message>
        <source>Views can't show such a message.</source>
        <comment>NESTED_TOO_DEEPLY_TIP</comment>
        <translation>视图无法显示这样的消息。</translation>
    </message>
    <message>
        <source>A message of {topic} is not complete JSON: {reason}</source>
        <comment>NO_WHOLE_JSON</comment>
        <translation>{topic} 的一条消息不是完整的 JSON：{reason}</translation>
    </message>
    <message>
        <source>The network may cut off long texts.</source>
        <comment>NO_WHOLE_JSON_TIP</comment>
        <translation>网络可能截断了长文本。</translation>
    </message>
    <message>
        <source>A message of {topic} can't be shown as {role}: a field is missing or has another type</source>
        <comment>ROLE_MISFIT</comment>
        <translation>{topic} 的一条消息无法显示为 {role}：缺少字段，或字段类型不同</translation>
    </message>
    <message>
        <source>This can't be written as JSON: {reason}</source>
        <comment>NOT_WRITABLE</comment>
        <translation>无法写成 JSON：{reason}</translation>
    </message>
</context>
<context>
    <name>GalileoWording</name>
    <message>
        <source>{description} at {address}</source>
        <comment>ROBOT_AT</comment>
        <translation>{description}，位于 {address}</translation>
    </message>
    <message>
        <source>{topic} accepts only texts, because bytes could not end with a stop command</source>
        <comment>CMD_VEL_TAKES_TEXTS</comment>
        <translation>{topic} 只接受文本，因为字节数据无法以停止指令收尾</translation>
    </message>
    <message>
        <source>Only {limit} topics can be open at the same time</source>
        <comment>TOO_MANY_TOPICS</comment>
        <translation>最多只能同时打开 {limit} 个话题</translation>
    </message>
    <message>
        <source>Only {limit} topics can be open at the same time; {count} are not open</source>
        <comment>TOPICS_LEFT_OUT</comment>
        <translation>最多只能同时打开 {limit} 个话题；有 {count} 个没有打开</translation>
    </message>
    <message>
        <source>More than {limit} topics have their own decoder</source>
        <comment>TOO_MANY_DECODERS</comment>
        <translation>自定解码器的话题超过 {limit} 个</translation>
    </message>
    <message>
        <source>The decoder “{decoder}” does not exist</source>
        <comment>DECODER_UNKNOWN</comment>
        <translation>解码器“{decoder}”不存在</translation>
    </message>
    <message>
        <source>Choose one of {decoders}.</source>
        <comment>DECODER_UNKNOWN_TIP</comment>
        <translation>请从以下选择：{decoders}。</translation>
    </message>
    <message>
        <source>{decoder} needs a message type</source>
        <comment>DECODER_WITHOUT_TYPE</comment>
        <translation>{decoder} 需要消息类型</translation>
    </message>
    <message>
        <source>For example: sensor_msgs/LaserScan.</source>
        <comment>DECODER_WITHOUT_TYPE_TIP</comment>
        <translation>例如：sensor_msgs/LaserScan。</translation>
    </message>
    <message>
        <source>The topic has no name</source>
        <comment>TOPIC_UNNAMED</comment>
        <translation>话题没有名称</translation>
    </message>
    <message>
        <source>For example: galileo/status or odom.</source>
        <comment>TOPIC_UNNAMED_TIP</comment>
        <translation>例如：galileo/status 或 odom。</translation>
    </message>
    <message>
        <source>Robots don't appear here until this is fixed. Type an address instead.</source>
        <comment>FINDER_TIP</comment>
        <translation>解决此问题之前，机器人不会出现在这里。请改为输入地址。</translation>
    </message>
    <message>
        <source>mapping</source>
        <comment>MAPPING</comment>
        <translation>建图中</translation>
    </message>
    <message>
        <source>charging</source>
        <comment>CHARGING</comment>
        <translation>充电中</translation>
    </message>
    <message>
        <source>charged</source>
        <comment>CHARGED</comment>
        <translation>已充满</translation>
    </message>
    <message>
        <source>looking for its charger</source>
        <comment>SEEKING_CHARGER</comment>
        <translation>寻找充电桩</translation>
    </message>
    <message>
        <source>docking</source>
        <comment>DOCKING</comment>
        <translation>对接中</translation>
    </message>
    <message>
        <source>charging failed</source>
        <comment>CHARGING_FAILED</comment>
        <translation>充电失败</translation>
    </message>
    <message>
        <source>navigating</source>
        <comment>NAVIGATING</comment>
        <translation>导航中</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>PAUSED</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>goal failed</source>
        <comment>GOAL_FAILED</comment>
        <translation>目标失败</translation>
    </message>
    <message>
        <source>patrolling</source>
        <comment>PATROLLING</comment>
        <translation>巡逻中</translation>
    </message>
    <message>
        <source>busy</source>
        <comment>BUSY</comment>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>idle</source>
        <comment>FREE</comment>
        <translation>空闲</translation>
    </message>
    <message>
        <source>ready to navigate</source>
        <comment>READY</comment>
        <translation>可导航</translation>
    </message>
    <message>
        <source>Messages of type {type_name} can't be sent to a Galileo robot</source>
        <comment>TYPE_NOT_SENT</comment>
        <translation>无法向 Galileo 机器人发送 {type_name} 类型的消息</translation>
    </message>
    <message>
        <source>Topics accept {json}, {bytes} or {twist}.</source>
        <comment>TYPE_NOT_SENT_TIP</comment>
        <translation>话题接受 {json}、{bytes} 或 {twist}。</translation>
    </message>
    <message>
        <source>The message has {length_bytes:,} bytes as JSON; the limit is {limit_bytes:,}</source>
        <comment>TEXT_TOO_LONG</comment>
        <translation>消息的 JSON 有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>A text can't be split. Leave something out.</source>
        <comment>TEXT_TOO_LONG_TIP</comment>
        <translation>文本不能拆分。请省去一些内容。</translation>
    </message>
    <message>
        <source>The text is not JSON: {reason}</source>
        <comment>TEXT_NO_JSON</comment>
        <translation>文本不是 JSON：{reason}</translation>
    </message>
    <message>
        <source>The JSON is not an object</source>
        <comment>JSON_NO_OBJECT</comment>
        <translation>此 JSON 不是对象</translation>
    </message>
    <message>
        <source>Write {{…}}.</source>
        <comment>JSON_NO_OBJECT_TIP</comment>
        <translation>请写成 {{…}}。</translation>
    </message>
    <message>
        <source>Bytes need exactly one field “bytes”</source>
        <comment>BYTES_FIELD</comment>
        <translation>字节数据必须有且只有一个字段“bytes”</translation>
    </message>
    <message>
        <source>Write {{"bytes": "…"}} in base64, or as numbers.</source>
        <comment>BYTES_FIELD_TIP</comment>
        <translation>请写成 {{"bytes": "…"}}，用 base64 或数字。</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are too many; the limit is {limit_bytes:,}</source>
        <comment>TOO_MANY_BYTES</comment>
        <translation>{length_bytes:,} 字节太多；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>“bytes” can't be read: {reason}</source>
        <comment>BYTES_UNREADABLE</comment>
        <translation>“bytes”无法读取：{reason}</translation>
    </message>
    <message>
        <source>“bytes” is empty or not bytes</source>
        <comment>NO_BYTES</comment>
        <translation>“bytes”为空或不是字节数据</translation>
    </message>
    <message>
        <source>Write them in base64, or as a list of numbers.</source>
        <comment>NO_BYTES_TIP</comment>
        <translation>请用 base64 或数字列表书写。</translation>
    </message>
    <message>
        <source>{part} is not an object with x, y and z</source>
        <comment>VECTOR_NO_OBJECT</comment>
        <translation>{part} 不是含 x、y 和 z 的对象</translation>
    </message>
    <message>
        <source>{part}.{axis} is not a finite number</source>
        <comment>NO_FINITE_NUMBER</comment>
        <translation>{part}.{axis} 不是有限值</translation>
    </message>
    <message>
        <source>The pose of the robot can't be shown: {reason}</source>
        <comment>POSE_INVALID</comment>
        <translation>机器人的位姿无法显示：{reason}</translation>
    </message>
    <message>
        <source>{name} has no fields and no elements (in {path})</source>
        <comment>NO_FIELDS</comment>
        <translation>{name} 没有字段也没有元素（在 {path} 中）</translation>
    </message>
    <message>
        <source>The data is not a JPEG</source>
        <comment>NO_JPEG</comment>
        <translation>数据不是 JPEG</translation>
    </message>
    <message>
        <source>The JPEG is broken: it has no size</source>
        <comment>JPEG_BROKEN</comment>
        <translation>JPEG 已损坏：没有尺寸</translation>
    </message>
    <message>
        <source>The data is not a PNG</source>
        <comment>NO_PNG</comment>
        <translation>数据不是 PNG</translation>
    </message>
    <message>
        <source>The PNG is broken: it has no size</source>
        <comment>PNG_BROKEN</comment>
        <translation>PNG 已损坏：没有尺寸</translation>
    </message>
    <message>
        <source>An image of {width} x {height} pixels can't be shown</source>
        <comment>PICTURE_SIZE</comment>
        <translation>{width} x {height} 像素的图像无法显示</translation>
    </message>
    <message>
        <source>Choose another decoder, or “bytes”.</source>
        <comment>OTHER_DECODER_TIP</comment>
        <translation>请选择另一个解码器，或选择“bytes”。</translation>
    </message>
</context>
<context>
    <name>GazeboDoctorWording</name>
    <message>
        <source>{endpoint} accepts links</source>
        <comment>TAKES_LINKS</comment>
        <translation>{endpoint} 接受连接</translation>
    </message>
    <message>
        <source>The master sent no greeting in time</source>
        <comment>NOT_GREETED</comment>
        <translation>主节点没有及时发来握手消息</translation>
    </message>
    <message>
        <source>A Gazebo master sent a greeting</source>
        <comment>GREETED</comment>
        <translation>Gazebo 主节点发来了握手消息</translation>
    </message>
    <message>
        <source>The master is {description}</source>
        <comment>VERSION</comment>
        <translation>主节点为 {description}</translation>
    </message>
    <message>
        <source>The master is {description}, which Teledeck may not fully understand</source>
        <comment>VERSION_UNKNOWN</comment>
        <translation>主节点为 {description}，Teledeck 可能不完全支持</translation>
    </message>
    <message>
        <source>Versions {first} to {last} are known to work.</source>
        <comment>VERSION_UNKNOWN_TIP</comment>
        <translation>已知可用的版本为 {first} 到 {last}。</translation>
    </message>
    <message>
        <source>The list of topics could not be requested: {reason}</source>
        <comment>TOPICS_NOT_LISTED</comment>
        <translation>无法请求话题列表：{reason}</translation>
    </message>
    <message>
        <source>The world “{world}” has {count} topics, {published} of them with a publisher</source>
        <comment>TOPICS_OF_WORLD</comment>
        <translation>仿真世界“{world}”有 {count} 个话题，其中 {published} 个有发布者</translation>
    </message>
    <message>
        <source>The server may still be loading its world. Try again in a moment.</source>
        <comment>NONE_PUBLISHED_TIP</comment>
        <translation>服务器可能仍在加载仿真世界。请稍后重试。</translation>
    </message>
    <message>
        <source>The publisher at {endpoint} can be reached (topics: {count})</source>
        <comment>PUBLISHER_REACHED</comment>
        <translation>能连上 {endpoint} 上的发布者（话题：{count} 个）</translation>
    </message>
    <message>
        <source>The publisher at {endpoint} can be reached at {host}, but answers only in {took_ms:.0f} ms (topics: {count})</source>
        <comment>PUBLISHER_SLOW</comment>
        <translation>能通过 {host} 连上 {endpoint} 上的发布者，但 {took_ms:.0f} ms 后才应答（话题：{count} 个）</translation>
    </message>
    <message>
        <source>The network is far, slow or lossy. Images and commands will be late.</source>
        <comment>PUBLISHER_SLOW_TIP</comment>
        <translation>网络距离远、速度慢或有丢失。图像和指令会延迟。</translation>
    </message>
    <message>
        <source>The publisher at {endpoint} can be reached only at {host}, where Teledeck reads it (topics: {count})</source>
        <comment>PUBLISHER_ELSEWHERE</comment>
        <translation>只能通过 {host} 连上 {endpoint} 上的发布者，Teledeck 从那里读取（话题：{count} 个）</translation>
    </message>
    <message>
        <source>The publisher at {endpoint} can't be reached (topics: {count}): {reason}</source>
        <comment>PUBLISHER_UNREACHABLE</comment>
        <translation>无法连上 {endpoint} 上的发布者（话题：{count} 个）：{reason}</translation>
    </message>
    <message>
        <source>It may have ended, or use an address of its own network only. On that computer, set GAZEBO_IP.</source>
        <comment>PUBLISHER_UNREACHABLE_TIP</comment>
        <translation>它可能已结束，或使用了只在其自身网络中有效的地址。请在那台计算机上设置 GAZEBO_IP。</translation>
    </message>
    <message>
        <source>{fault}; Teledeck announces {host} instead</source>
        <comment>OWN_NAME_REPLACED</comment>
        <translation>{fault}；Teledeck 改为通告 {host}</translation>
    </message>
    <message>
        <source>Correct or unset GAZEBO_IP or GAZEBO_HOSTNAME on this computer.</source>
        <comment>OWN_NAME_TIP</comment>
        <translation>请更正或取消本机的 GAZEBO_IP 或 GAZEBO_HOSTNAME。</translation>
    </message>
    <message>
        <source>Teledeck can't check whether the robot reaches {address}: the robot subscribes to no topic to test with</source>
        <comment>WAY_BACK_UNKNOWN</comment>
        <translation>Teledeck 无法检查机器人能否连上 {address}：机器人没有订阅可用于测试的话题</translation>
    </message>
    <message>
        <source>Load a world, then try again.</source>
        <comment>WAY_BACK_UNKNOWN_TIP</comment>
        <translation>请加载仿真世界，然后重试。</translation>
    </message>
    <message>
        <source>Teledeck could not announce {topic} to the robot: {reason}</source>
        <comment>NOT_TOLD_OF_TOPIC</comment>
        <translation>Teledeck 无法向机器人通告 {topic}：{reason}</translation>
    </message>
    <message>
        <source>The robot did not connect to {address} within {timeout_s:g} s after Teledeck announced {topic}, so commands don't reach it</source>
        <comment>NOT_DIALLED</comment>
        <translation>Teledeck 通告 {topic} 后，机器人在 {timeout_s:g} s 内没有连接 {address}，因此指令无法送达</translation>
    </message>
    <message>
        <source>A firewall on this computer may block links from the robot. Open one port and name it with --publisher-port. Behind NAT, set GAZEBO_IP on this computer to the address by which the robot reaches it.</source>
        <comment>WAY_BACK_TIP</comment>
        <translation>本机的防火墙可能阻止了机器人发起的连接。请放行一个端口，并用 --publisher-port 指定。在 NAT 之后时，请把本机的 GAZEBO_IP 设为机器人连接本机所用的地址。</translation>
    </message>
    <message>
        <source>The robot connected to {address} {took_ms:.0f} ms after Teledeck announced {topic}, so commands reach it (no message was sent)</source>
        <comment>DIALLED</comment>
        <translation>Teledeck 通告 {topic} 后 {took_ms:.0f} ms，机器人连接了 {address}，因此指令能够送达（没有发送消息）</translation>
    </message>
    <message>
        <source>{robot} connected to {address} {took_ms:.0f} ms after Teledeck announced {topic}, so commands reach it (no message was sent)</source>
        <comment>DIALLED_BY</comment>
        <translation>Teledeck 通告 {topic} 后 {took_ms:.0f} ms，{robot} 连接了 {address}，因此指令能够送达（没有发送消息）</translation>
    </message>
</context>
<context>
    <name>GazeboWireWording</name>
    <message>
        <source>“{uri}” is not the address of a Gazebo master</source>
        <comment>ADDRESS_INVALID</comment>
        <translation>“{uri}”不是 Gazebo 主节点的地址</translation>
    </message>
    <message>
        <source>“{uri}” is an IPv6 address; Gazebo supports only IPv4</source>
        <comment>ADDRESS_IPV6</comment>
        <translation>“{uri}”是 IPv6 地址；Gazebo 只支持 IPv4</translation>
    </message>
    <message>
        <source>“{port}” is not a port (in {uri}); the port must be 1–65535</source>
        <comment>ADDRESS_PORT</comment>
        <translation>“{port}”不是端口（在 {uri} 中）；端口必须为 1–65535</translation>
    </message>
    <message>
        <source>“{uri}” has no host</source>
        <comment>ADDRESS_WITHOUT_HOST</comment>
        <translation>“{uri}”没有主机</translation>
    </message>
    <message>
        <source>Write gazebo://HOST:11345.</source>
        <comment>ADDRESS_TIP</comment>
        <translation>请写成 gazebo://HOST:11345。</translation>
    </message>
    <message>
        <source>“{topic}” can't be a topic name: {reason}</source>
        <comment>NAME_INVALID</comment>
        <translation>“{topic}”不能作为话题名称：{reason}</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <comment>NAME_TIP</comment>
        <translation>请检查拼写。</translation>
    </message>
    <message>
        <source>The robot has no topic “{topic}”</source>
        <comment>NOT_LISTED</comment>
        <translation>机器人没有话题“{topic}”</translation>
    </message>
    <message>
        <source>Write the full name, /gazebo/default/world_stats, or ~/world_stats.</source>
        <comment>NOT_LISTED_TIP</comment>
        <translation>请写全名 /gazebo/default/world_stats，或 ~/world_stats。</translation>
    </message>
    <message>
        <source>The Gazebo master closed the link without a greeting</source>
        <comment>REJECTED</comment>
        <translation>Gazebo 主节点没有发握手消息就关闭了连接</translation>
    </message>
    <message>
        <source>The server may admit only listed addresses (GAZEBO_IP_WHITE_LIST), or may not be a Gazebo master.</source>
        <comment>REJECTED_TIP</comment>
        <translation>服务器可能只允许白名单中的地址（GAZEBO_IP_WHITE_LIST），也可能不是 Gazebo 主节点。</translation>
    </message>
    <message>
        <source>The Gazebo master closed the link</source>
        <comment>MASTER_CLOSED</comment>
        <translation>Gazebo 主节点关闭了连接</translation>
    </message>
    <message>
        <source>This can happen when other clients come and go, and when the server ends.</source>
        <comment>MASTER_CLOSED_TIP</comment>
        <translation>其他客户端连接或断开时，以及服务器结束时，可能会这样。</translation>
    </message>
    <message>
        <source>No greeting within {timeout_s:g} s</source>
        <comment>NO_GREETING</comment>
        <translation>{timeout_s:g} s 内没有收到握手消息</translation>
    </message>
    <message>
        <source>Check that this is the port of a Gazebo Classic server. The server may also hang or be busy.</source>
        <comment>NO_GREETING_TIP</comment>
        <translation>请检查这是否是 Gazebo Classic 服务器的端口。服务器也可能已卡死或繁忙。</translation>
    </message>
    <message>
        <source>The Gazebo master does not answer</source>
        <comment>MASTER_SILENT</comment>
        <translation>Gazebo 主节点没有应答</translation>
    </message>
    <message>
        <source>The master may be busy or may have lost this link.</source>
        <comment>MASTER_SILENT_TIP</comment>
        <translation>主节点可能繁忙，或已丢失此连接。</translation>
    </message>
    <message>
        <source>The server began with a “{packet}” packet instead of a greeting</source>
        <comment>NOT_GREETED</comment>
        <translation>服务器首先发来的是“{packet}”报文，而不是握手消息</translation>
    </message>
    <message>
        <source>This may be the port of a publisher. The usual port of the master is 11345.</source>
        <comment>NOT_GREETED_TIP</comment>
        <translation>这可能是发布者的端口。主节点的端口通常为 11345。</translation>
    </message>
    <message>
        <source>{topic} can't be published as “{type_name}” at “{host}” port {port}</source>
        <comment>NOT_ADVERTISED</comment>
        <translation>{topic} 无法以“{type_name}”在“{host}”端口 {port} 发布</translation>
    </message>
    <message>
        <source>A message type, an address and a port are required.</source>
        <comment>NOT_ADVERTISED_TIP</comment>
        <translation>需要消息类型、地址和端口。</translation>
    </message>
    <message>
        <source>A frame must have 1 to {limit_bytes:,} bytes, not {length_bytes:,}</source>
        <comment>FRAME_LENGTH</comment>
        <translation>帧必须为 1 到 {limit_bytes:,} 字节，而不是 {length_bytes:,}</translation>
    </message>
    <message>
        <source>A frame header is not hexadecimal: {header!r}</source>
        <comment>HEADER_INVALID</comment>
        <translation>帧头不是十六进制：{header!r}</translation>
    </message>
    <message>
        <source>A {packet} packet can't be read ({reason})</source>
        <comment>PACKET_INVALID</comment>
        <translation>无法读取 {packet} 报文（{reason}）</translation>
    </message>
    <message>
        <source>Check that this is the port of a Gazebo Classic server.</source>
        <comment>SERVER_TIP</comment>
        <translation>请检查这是否是 Gazebo Classic 服务器的端口。</translation>
    </message>
    <message>
        <source>A {packet} packet from the master has more than {limit:,} entries</source>
        <comment>TOO_MANY_ENTRIES</comment>
        <translation>主节点的 {packet} 报文超过 {limit:,} 个条目</translation>
    </message>
    <message>
        <source>Gazebo servers don't have so many topics. Check that this is one.</source>
        <comment>TOO_MANY_ENTRIES_TIP</comment>
        <translation>Gazebo 服务器不会有这么多话题。请检查它是否是 Gazebo 服务器。</translation>
    </message>
    <message>
        <source>The client closed the link</source>
        <comment>CLIENT_CLOSED</comment>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>The client has ended.</source>
        <comment>CLIENT_CLOSED_TIP</comment>
        <translation>客户端已结束。</translation>
    </message>
    <message>
        <source>A client of the master does not read its data</source>
        <comment>CLIENT_READS_NOTHING</comment>
        <translation>主节点的一个客户端没有读取数据</translation>
    </message>
    <message>
        <source>The client program may hang.</source>
        <comment>CLIENT_READS_NOTHING_TIP</comment>
        <translation>客户端程序可能已卡死。</translation>
    </message>
    <message>
        <source>A client sent a {packet} packet with a missing or too long name</source>
        <comment>CLIENT_NAME</comment>
        <translation>客户端发送的 {packet} 报文缺少名称或名称过长</translation>
    </message>
    <message>
        <source>A client requested more than {limit:,} namespaces</source>
        <comment>TOO_MANY_NAMESPACES</comment>
        <translation>客户端请求的命名空间超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>A client requested more than {limit:,} topics</source>
        <comment>TOO_MANY_TOPICS</comment>
        <translation>客户端请求的话题超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>The clients together requested more than {limit:,} topics</source>
        <comment>TOO_MANY_TOPICS_OF_ALL</comment>
        <translation>所有客户端请求的话题合计超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>The client program may be faulty.</source>
        <comment>RUNNING_WILD_TIP</comment>
        <translation>客户端程序可能有故障。</translation>
    </message>
    <message>
        <source>The subscriber closed the link</source>
        <comment>SUBSCRIBER_CLOSED</comment>
        <translation>订阅者关闭了连接</translation>
    </message>
    <message>
        <source>The subscriber may have ended or no longer needs the topic.</source>
        <comment>SUBSCRIBER_CLOSED_TIP</comment>
        <translation>订阅者可能已结束，或不再需要此话题。</translation>
    </message>
    <message>
        <source>No “sub” packet within {timeout_s:g} s</source>
        <comment>NO_SUBSCRIPTION</comment>
        <translation>{timeout_s:g} s 内没有收到“sub”报文</translation>
    </message>
    <message>
        <source>This port is only for Gazebo subscribers.</source>
        <comment>NO_SUBSCRIPTION_TIP</comment>
        <translation>此端口只供 Gazebo 订阅者使用。</translation>
    </message>
    <message>
        <source>A subscriber began with a “{packet}” packet instead of “sub”</source>
        <comment>SUBSCRIBER_BEGINNING</comment>
        <translation>订阅者首先发来的是“{packet}”报文，而不是“sub”</translation>
    </message>
    <message>
        <source>The subscriber may mistake this port for the port of a master.</source>
        <comment>SUBSCRIBER_BEGINNING_TIP</comment>
        <translation>订阅者可能将此端口误当作主节点的端口。</translation>
    </message>
    <message>
        <source>The publisher {endpoint} closed the link</source>
        <comment>PUBLISHER_CLOSED</comment>
        <translation>发布者 {endpoint} 关闭了连接</translation>
    </message>
    <message>
        <source>The publisher {endpoint} closed the link in the middle of a message</source>
        <comment>PUBLISHER_CLOSED_WITHIN</comment>
        <translation>发布者 {endpoint} 在消息中途关闭了连接</translation>
    </message>
    <message>
        <source>The publisher may have ended. Teledeck retries while the master lists the publisher.</source>
        <comment>PUBLISHER_CLOSED_TIP</comment>
        <translation>发布者可能已结束。只要主节点还列出该发布者，Teledeck 就会重试。</translation>
    </message>
    <message>
        <source>A message of {topic} is stuck: {reason}</source>
        <comment>STUCK</comment>
        <translation>{topic} 的一条消息卡住了：{reason}</translation>
    </message>
    <message>
        <source>The network may be too slow for this topic, or the publisher may hang.</source>
        <comment>STUCK_TIP</comment>
        <translation>对此话题来说网络可能太慢，或发布者可能已卡死。</translation>
    </message>
    <message>
        <source>The message type “{type_name}” is unknown</source>
        <comment>TYPE_UNKNOWN</comment>
        <translation>消息类型“{type_name}”未知</translation>
    </message>
    <message>
        <source>For your own types, name the folder of the .proto files with --proto-path.</source>
        <comment>TYPE_UNKNOWN_TIP</comment>
        <translation>对于自定义类型，请用 --proto-path 指定 .proto 文件的文件夹。</translation>
    </message>
    <message>
        <source>Did you mean {nearest}? For your own types, name the folder of the .proto files with --proto-path.</source>
        <comment>TYPE_NEAREST_TIP</comment>
        <translation>是不是要用 {nearest}？对于自定义类型，请用 --proto-path 指定 .proto 文件的文件夹。</translation>
    </message>
    <message>
        <source>An empty {type_name} can't be sent: Gazebo drops messages without bytes</source>
        <comment>EMPTY</comment>
        <translation>无法发送空的 {type_name}：Gazebo 会丢弃没有字节的消息</translation>
    </message>
    <message>
        <source>Set a field, for example to the default value: {names}.</source>
        <comment>EMPTY_TIP</comment>
        <translation>请设置一个字段，例如设为默认值：{names}。</translation>
    </message>
    <message>
        <source>An empty {type_name} can't be sent: Gazebo drops it</source>
        <comment>EMPTY_PAYLOAD</comment>
        <translation>无法发送空的 {type_name}：Gazebo 会将其丢弃</translation>
    </message>
    <message>
        <source>Set a field, for example to the default value.</source>
        <comment>EMPTY_PAYLOAD_TIP</comment>
        <translation>请设置一个字段，例如设为默认值。</translation>
    </message>
</context>
<context>
    <name>GazeboWording</name>
    <message>
        <source>The connection to {endpoint} was closed</source>
        <comment>CONNECTION_CLOSED</comment>
        <translation>与 {endpoint} 的连接已关闭</translation>
    </message>
    <message>
        <source>No answer from the Gazebo master at {endpoint} within {timeout_s:g} s</source>
        <comment>MASTER_SILENT</comment>
        <translation>{endpoint} 上的 Gazebo 主节点在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The Gazebo master does not answer</source>
        <comment>MASTER_STALE</comment>
        <translation>Gazebo 主节点没有应答</translation>
    </message>
    <message>
        <source>The Gazebo master can't be reached, so new topics don't appear: {reason}</source>
        <comment>MASTER_UNREACHABLE</comment>
        <translation>连不上 Gazebo 主节点，新话题不会出现：{reason}</translation>
    </message>
    <message>
        <source>GAZEBO_HOSTNAME is “{host}”, which can't be resolved</source>
        <comment>HOSTNAME_UNKNOWN</comment>
        <translation>GAZEBO_HOSTNAME 为“{host}”，无法解析</translation>
    </message>
    <message>
        <source>GAZEBO_IP is “{address}”, which is not an IPv4 address</source>
        <comment>IP_INVALID</comment>
        <translation>GAZEBO_IP 为“{address}”，不是 IPv4 地址</translation>
    </message>
    <message>
        <source>Teledeck announces {address} instead.</source>
        <comment>OTHER_ADDRESS_TOLD_TIP</comment>
        <translation>Teledeck 改为通告 {address}。</translation>
    </message>
    <message>
        <source>{topic} could not be published: {reason}</source>
        <comment>NOT_ADVERTISED</comment>
        <translation>未能发布 {topic}：{reason}</translation>
    </message>
    <message>
        <source>{topic} has the type {known_type} and can't be published as {type_name}</source>
        <comment>TYPE_DIFFERS</comment>
        <translation>{topic} 的类型为 {known_type}，无法以 {type_name} 发布</translation>
    </message>
    <message>
        <source>Publish {known_type}, or choose another topic.</source>
        <comment>TYPE_DIFFERS_TIP</comment>
        <translation>请发布 {known_type}，或选择另一个话题。</translation>
    </message>
    <message>
        <source>The publisher closes every link immediately</source>
        <comment>CLOSES_EVERY_LINK</comment>
        <translation>发布者一连上就关闭连接</translation>
    </message>
    <message>
        <source>The publisher may admit only listed addresses (GAZEBO_IP_WHITE_LIST), or may not be a Gazebo program.</source>
        <comment>CLOSES_EVERY_LINK_TIP</comment>
        <translation>发布者可能只允许白名单中的地址（GAZEBO_IP_WHITE_LIST），也可能不是 Gazebo 程序。</translation>
    </message>
    <message>
        <source>Publishers announce {told_host}, where they can't be reached; Teledeck reads them at {host}</source>
        <comment>HOST_REPLACED</comment>
        <translation>发布者通告的地址 {told_host} 连不上；Teledeck 改从 {host} 读取</translation>
    </message>
    <message>
        <source>On the robot, set GAZEBO_IP to the address by which others reach it.</source>
        <comment>HOST_REPLACED_TIP</comment>
        <translation>请在机器人上将 GAZEBO_IP 设为其他计算机能连上它的地址。</translation>
    </message>
    <message>
        <source>{topic} has more than {limit} publishers; Teledeck reads only {limit}</source>
        <comment>TOO_MANY_PUBLISHERS</comment>
        <translation>{topic} 的发布者超过 {limit} 个；Teledeck 只读取 {limit} 个</translation>
    </message>
    <message>
        <source>Most may have ended. Restart the server to remove them.</source>
        <comment>TOO_MANY_PUBLISHERS_TIP</comment>
        <translation>其中大多数可能已结束。请重启服务器以清除它们。</translation>
    </message>
    <message>
        <source>{topic}: the publisher at {endpoint} sends {type_name}, another one sends {kept_type}; Teledeck reads only {kept_type}</source>
        <comment>PUBLISHERS_DIFFER</comment>
        <translation>{topic}：{endpoint} 上的发布者发送 {type_name}，另一个发布者发送 {kept_type}；Teledeck 只读取 {kept_type}</translation>
    </message>
    <message>
        <source>Two programs use one name for different data. Rename one of the topics.</source>
        <comment>PUBLISHERS_DIFFER_TIP</comment>
        <translation>两个程序用同一名称发布不同的数据。请为其中一个话题改名。</translation>
    </message>
    <message>
        <source>{topic}: the publisher at {endpoint} can't be read: {reason}</source>
        <comment>PUBLISHER_UNREADABLE</comment>
        <translation>{topic}：无法读取 {endpoint} 上的发布者：{reason}</translation>
    </message>
    <message>
        <source>The simulator did not request {topic} within {timeout_s:g} s</source>
        <comment>WORLD_NOT_SUBSCRIBED</comment>
        <translation>仿真器在 {timeout_s:g} s 内没有请求 {topic}</translation>
    </message>
    <message>
        <source>It may not reach this computer. Set GAZEBO_IP here to an address that it can reach.</source>
        <comment>WORLD_NOT_SUBSCRIBED_TIP</comment>
        <translation>它可能连不上本机。请在本机将 GAZEBO_IP 设为它能连上的地址。</translation>
    </message>
    <message>
        <source>{topic}: the command may not have arrived</source>
        <comment>WORLD_COMMAND_UNSURE</comment>
        <translation>{topic}：指令可能没有送达</translation>
    </message>
    <message>
        <source>Check what the world does.</source>
        <comment>WORLD_COMMAND_UNSURE_TIP</comment>
        <translation>请检查仿真世界的实际状况。</translation>
    </message>
    <message>
        <source>A scan of {rows:,} x {columns:,} rays has {count:,} ranges</source>
        <comment>SCAN_SIZE</comment>
        <translation>{rows:,} x {columns:,} 条射线的激光扫描有 {count:,} 个距离值</translation>
    </message>
    <message>
        <source>{what} has no {part}</source>
        <comment>PART_MISSING</comment>
        <translation>{what}没有 {part}</translation>
    </message>
    <message>
        <source>A gazebo.msgs.{type_name} of {length_bytes:,} bytes is too large to show</source>
        <comment>MESSAGE_TOO_LARGE</comment>
        <translation>{length_bytes:,} 字节的 gazebo.msgs.{type_name} 太大，无法显示</translation>
    </message>
    <message>
        <source>The limit is {limit_bytes:,} bytes.</source>
        <comment>MESSAGE_TOO_LARGE_TIP</comment>
        <translation>上限为 {limit_bytes:,} 字节。</translation>
    </message>
    <message>
        <source>A message is not a valid gazebo.msgs.{type_name}</source>
        <comment>MESSAGE_INVALID</comment>
        <translation>消息不是有效的 gazebo.msgs.{type_name}</translation>
    </message>
    <message>
        <source>The angle of a joint has {count:,} numbers; a joint has at most 3 axes</source>
        <comment>JOINT_AXES</comment>
        <translation>关节的角度有 {count:,} 个数；一个关节最多 3 个轴</translation>
    </message>
    <message>
        <source>The pixel_format of an image is {number}, which is unknown</source>
        <comment>PIXEL_FORMAT_UNKNOWN</comment>
        <translation>图像的 pixel_format 为未知值 {number}</translation>
    </message>
    <message>
        <source>An image has no data</source>
        <comment>PICTURE_EMPTY</comment>
        <translation>图像没有数据</translation>
    </message>
    <message>
        <source>A message is not a valid gazebo.msgs.Image: {reason}</source>
        <comment>IMAGE_INVALID</comment>
        <translation>消息不是有效的 gazebo.msgs.Image：{reason}</translation>
    </message>
    <message>
        <source>A stamped image has no image</source>
        <comment>STAMPED_PICTURE_EMPTY</comment>
        <translation>带时间戳的图像中没有图像</translation>
    </message>
    <message>
        <source>A message is not a valid gazebo.msgs.ImageStamped: {reason}</source>
        <comment>STAMPED_IMAGE_INVALID</comment>
        <translation>消息不是有效的 gazebo.msgs.ImageStamped：{reason}</translation>
    </message>
    <message>
        <source>A message has {count} images, not 1 to {limit}</source>
        <comment>IMAGES_COUNT</comment>
        <translation>消息有 {count} 幅图像，而不是 1 到 {limit} 幅</translation>
    </message>
    <message>
        <source>A message is not a valid gazebo.msgs.ImagesStamped: {reason}</source>
        <comment>STAMPED_IMAGES_INVALID</comment>
        <translation>消息不是有效的 gazebo.msgs.ImagesStamped：{reason}</translation>
    </message>
    <message>
        <source>A message is not a valid gazebo.msgs.Battery: {reason}</source>
        <comment>BATTERY_INVALID</comment>
        <translation>消息不是有效的 gazebo.msgs.Battery：{reason}</translation>
    </message>
    <message>
        <source>The voltage of a battery is {voltage_v:g}, which is not a valid value</source>
        <comment>BATTERY_VOLTAGE</comment>
        <translation>电池电压为 {voltage_v:g}，不是有效值</translation>
    </message>
    <message>
        <source>A message is not a valid {type_name}: {reason}</source>
        <comment>STATISTICS_INVALID</comment>
        <translation>消息不是有效的 {type_name}：{reason}</translation>
    </message>
    <message>
        <source>The statistics of a world have no sim_time</source>
        <comment>STATISTICS_WITHOUT_TIME</comment>
        <translation>仿真世界的统计信息没有 sim_time</translation>
    </message>
</context>
<context>
    <name>GoalsWording</name>
    <message>
        <source>{name} has no actions</source>
        <comment>HAS_NONE</comment>
        <translation>{name} 没有动作</translation>
    </message>
    <message>
        <source>Its protocol has no actions.</source>
        <comment>NO_TASKS</comment>
        <translation>其协议没有动作。</translation>
    </message>
    <message>
        <source>No actions yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无动作</translation>
    </message>
    <message>
        <source>No actions</source>
        <comment>NONE</comment>
        <translation>没有动作</translation>
    </message>
    <message>
        <source>Actions appear as soon as a program of this robot offers one.</source>
        <comment>NONE_TIP</comment>
        <translation>此机器人的程序提供动作后，会立即显示。</translation>
    </message>
    <message>
        <source>{count} in progress</source>
        <comment>UNDER_WAY</comment>
        <translation>{count} 个进行中</translation>
    </message>
    <message>
        <source>idle</source>
        <comment>IDLE</comment>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Show topic</source>
        <comment>SHOW_TOPIC</comment>
        <translation>显示话题</translation>
    </message>
    <message>
        <source>Pending</source>
        <comment>PENDING</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Active</source>
        <comment>ACTIVE</comment>
        <translation>执行中</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <comment>CANCELLING</comment>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <comment>CANCELLED</comment>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>SUCCEEDED</comment>
        <translation>已成功</translation>
    </message>
    <message>
        <source>Aborted</source>
        <comment>ABORTED</comment>
        <translation>已中止</translation>
    </message>
    <message>
        <source>Rejected</source>
        <comment>REJECTED</comment>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Lost</source>
        <comment>LOST</comment>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Teledeck recognises an action by its five topics.</source>
        <comment>RECOGNISED</comment>
        <translation>Teledeck 通过动作的五个话题来识别动作。</translation>
    </message>
    <message>
        <source>Cancel goal</source>
        <comment>CANCEL_GOAL</comment>
        <translation>取消目标</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <comment>CANCEL_ALL</comment>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>Actions and goals</source>
        <comment>ACTIONS_AND_GOALS</comment>
        <translation>动作和目标</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Action and goal</source>
        <comment>ACTION_AND_GOAL</comment>
        <translation>动作和目标</translation>
    </message>
    <message>
        <source>State</source>
        <comment>STATE</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>SINCE</comment>
        <translation>起始</translation>
    </message>
    <message>
        <source>Message</source>
        <comment>MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Cancel the selected goal ({key})</source>
        <comment>CANCEL_TIP</comment>
        <translation>取消选中的目标（{key}）</translation>
    </message>
    <message>
        <source>Cancel all goals of the action</source>
        <comment>CANCEL_ALL_TIP</comment>
        <translation>取消该动作的所有目标</translation>
    </message>
    <message>
        <source>Cancel the goal</source>
        <comment>CANCEL_KEY</comment>
        <translation>取消目标</translation>
    </message>
</context>
<context>
    <name>GuideWording</name>
    <message>
        <source>Guide</source>
        <comment>TITLE</comment>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <comment>SEARCH</comment>
        <translation>搜索用户指南</translation>
    </message>
    <message>
        <source>Contents</source>
        <comment>CONTENTS</comment>
        <translation>目录</translation>
    </message>
    <message>
        <source>Places found</source>
        <comment>HITS</comment>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <comment>ONE_HIT</comment>
        <translation>{number} / {count}</translation>
    </message>
    <message>
        <source>Nothing in the guide has all of these words.</source>
        <comment>NO_HIT</comment>
        <translation>用户指南中没有同时含有这些词的内容。</translation>
    </message>
    <message>
        <source>Try fewer words, or only the beginning of one.</source>
        <comment>NO_HIT_TIP</comment>
        <translation>请减少词数，或只输入词的开头。</translation>
    </message>
    <message>
        <source>Back</source>
        <comment>BACK</comment>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <comment>FORWARD</comment>
        <translation>前进</translation>
    </message>
    <message>
        <source>First page</source>
        <comment>FIRST_PAGE</comment>
        <translation>首页</translation>
    </message>
    <message>
        <source>Next place</source>
        <comment>NEXT_HIT</comment>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Previous place</source>
        <comment>PREVIOUS_HIT</comment>
        <translation>上一处</translation>
    </message>
    <message>
        <source>The guide is missing from this installation. Install Teledeck again.</source>
        <comment>MISSING</comment>
        <translation>此安装中缺少用户指南。请重新安装 Teledeck。</translation>
    </message>
    <message>
        <source>Page of the user guide</source>
        <comment>PAGE_OF_THE_GUIDE</comment>
        <translation>用户指南的页面</translation>
    </message>
</context>
<context>
    <name>HelpWording</name>
    <message>
        <source>address of the robot: {forms} ({schemes} alone use {variables})</source>
        <comment>URI</comment>
        <translation>机器人地址：{forms}（仅写 {schemes} 时使用 {variables}）</translation>
    </message>
    <message>
        <source>full name</source>
        <comment>FULL_NAME</comment>
        <translation>完整名称</translation>
    </message>
    <message>
        <source>@FILE reads it from a file, - from standard input</source>
        <comment>JSON_SOURCE</comment>
        <translation>@FILE 从文件读取，- 从标准输入读取</translation>
    </message>
    <message>
        <source>Watch and drive robots. Opens the window and connects to the given addresses.</source>
        <comment>PROGRAM</comment>
        <translation>监视并驾驶机器人。打开窗口并连接给定的地址。</translation>
    </message>
    <message>
        <source>commands (each has --help):
</source>
        <comment>COMMANDS</comment>
        <translation>命令（均可加 --help）：
</translation>
    </message>
    <message>
        <source>{uri}; or a layout to show: FILE.teledeck-layout.json</source>
        <comment>URI_OR_LAYOUT</comment>
        <translation>{uri}；或要显示的布局：FILE.teledeck-layout.json</translation>
    </message>
    <message>
        <source>lay a recording beneath what the window shows; may be given up to four times</source>
        <comment>COMPARE_WITH</comment>
        <translation>将一个录制叠加在窗口所示内容的下方；最多可给出四次</translation>
    </message>
    <message>
        <source>start like a new installation: your settings, layouts, profiles, gamepads and tokens are neither used nor changed</source>
        <comment>SAFE_MODE</comment>
        <translation>像全新安装一样启动：不使用也不更改你的设置、布局、配置档案、手柄和令牌</translation>
    </message>
    <message>
        <source>print JSON, one object per line</source>
        <comment>JSON</comment>
        <translation>输出 JSON，每行一个对象</translation>
    </message>
    <message>
        <source>end after N messages</source>
        <comment>COUNT</comment>
        <translation>收到 N 条消息后结束</translation>
    </message>
    <message>
        <source>only this field: scan.ranges[0], pose[1].position.x</source>
        <comment>FIELD_PATH</comment>
        <translation>只输出此字段：scan.ranges[0]、pose[1].position.x</translation>
    </message>
    <message>
        <source>longest wait for the next message in seconds (default: {default_s:g} with -n, else none)</source>
        <comment>MESSAGE_TIMEOUT</comment>
        <translation>等待下一条消息的最长时间，单位秒（默认：有 -n 时为 {default_s:g}，否则不限）</translation>
    </message>
    <message>
        <source>byte fields in full, as base64</source>
        <comment>BYTES</comment>
        <translation>完整输出字节字段，用 base64 表示</translation>
    </message>
    <message>
        <source>how long to measure, from the first message on (default: %(default)g)</source>
        <comment>MEASURED_SECONDS</comment>
        <translation>测量时长，从第一条消息算起（默认：%(default)g）</translation>
    </message>
    <message>
        <source>longest wait for the first message in seconds (default: as long as --seconds)</source>
        <comment>FIRST_MESSAGE_TIMEOUT</comment>
        <translation>等待第一条消息的最长时间，单位秒（默认：与 --seconds 相同）</translation>
    </message>
    <message>
        <source>Gazebo: folder with .proto files of your own message types; can be given several times</source>
        <comment>PROTO_PATH</comment>
        <translation>Gazebo：自定义消息类型的 .proto 文件所在文件夹；可多次给出</translation>
    </message>
    <message>
        <source>ROS 1: folder with packages of your own types, PACKAGE/msg/*.msg and PACKAGE/srv/*.srv; can be given several times</source>
        <comment>MSG_PATH</comment>
        <translation>ROS 1：自定义类型的软件包所在文件夹，含 PACKAGE/msg/*.msg 和 PACKAGE/srv/*.srv；可多次给出</translation>
    </message>
    <message>
        <source>ROS 1: use ADDRESS for the host NAME of the robot; can be given several times</source>
        <comment>HOST_ALIAS</comment>
        <translation>ROS 1：机器人的主机 NAME 使用地址 ADDRESS；可多次给出</translation>
    </message>
    <message>
        <source>folder for settings, layouts, profiles and gamepads, with logs in DIR/state (default: the folder of the user)</source>
        <comment>CONFIG</comment>
        <translation>存放设置、布局、配置档案和手柄的文件夹，日志在 DIR/state（默认：用户的文件夹）</translation>
    </message>
    <message>
        <source>longest wait for the answer in seconds (default: {default_s:g})</source>
        <comment>ANSWER_TIMEOUT</comment>
        <translation>等待应答的最长时间，单位秒（默认：{default_s:g}）</translation>
    </message>
    <message>
        <source>show how to call this service</source>
        <comment>SERVICE</comment>
        <translation>显示如何调用此服务</translation>
    </message>
    <message>
        <source>full name of the service</source>
        <comment>SERVICE_NAME</comment>
        <translation>服务的完整名称</translation>
    </message>
    <message>
        <source>request to send; omitted fields are zero or empty; {source} (default: {{}})</source>
        <comment>REQUEST</comment>
        <translation>要发送的请求；省略的字段为零或空；{source}（默认：{{}}）</translation>
    </message>
    <message>
        <source>list, get, set or delete</source>
        <comment>PARAMETER_ACTION</comment>
        <translation>list、get、set 或 delete</translation>
    </message>
    <message>
        <source>full name of a parameter, or of a namespace for all parameters in it</source>
        <comment>PARAMETER_KEY</comment>
        <translation>参数的完整名称；给出命名空间则表示其中的所有参数</translation>
    </message>
    <message>
        <source>new value; {source}</source>
        <comment>PARAMETER_VALUE</comment>
        <translation>新值；{source}</translation>
    </message>
    <message>
        <source>ask this node for its process and measure its answer time</source>
        <comment>NODE</comment>
        <translation>查询此节点的进程，并测量其应答时间</translation>
    </message>
    <message>
        <source>longest accepted message, in MiB (default: 64)</source>
        <comment>FRAME_LIMIT</comment>
        <translation>可接受的最长消息，单位 MiB（默认：64）</translation>
    </message>
    <message>
        <source>message type: gazebo.msgs.Pose, std_msgs/String; Galileo: json or bytes</source>
        <comment>MESSAGE_TYPE</comment>
        <translation>消息类型：gazebo.msgs.Pose、std_msgs/String；Galileo：json 或 bytes</translation>
    </message>
    <message>
        <source>message, as echo --json shows it; {source}</source>
        <comment>MESSAGE</comment>
        <translation>消息，格式同 echo --json 的输出；{source}</translation>
    </message>
    <message>
        <source>messages per second, until stopped or -n (default: one message)</source>
        <comment>RATE</comment>
        <translation>每秒消息数，直到停止或达到 -n（默认：只发一条）</translation>
    </message>
    <message>
        <source>longest wait for a subscriber in seconds (default: {default_s:g})</source>
        <comment>SUBSCRIBER_TIMEOUT</comment>
        <translation>等待订阅者的最长时间，单位秒（默认：{default_s:g}）</translation>
    </message>
    <message>
        <source>leave a robot moving; without it, a motion always ends with zeros</source>
        <comment>KEEP</comment>
        <translation>让机器人继续运动；不加此选项时，运动总以零指令结束</translation>
    </message>
    <message>
        <source>ROS 1: publish even if the robot uses another type for the topic</source>
        <comment>FORCE</comment>
        <translation>ROS 1：即使机器人的该话题使用其他类型也发布</translation>
    </message>
    <message>
        <source>check the window, too: screen, fonts, icons, views</source>
        <comment>GUI</comment>
        <translation>同时检查窗口：屏幕、字体、图标、视图</translation>
    </message>
    <message>
        <source>only serve the robot, without a window, until stopped</source>
        <comment>SERVE</comment>
        <translation>只提供机器人服务，不开窗口，直到停止</translation>
    </message>
    <message>
        <source>with --serve: print JSON only</source>
        <comment>SERVE_JSON</comment>
        <translation>与 --serve 合用：只输出 JSON</translation>
    </message>
    <message>
        <source>first port of the robot: Gazebo master at N, its publishers at N+1, ROS 1 master at N+2, Galileo UDP at N+3, NRP-core engines at N+4 (gRPC) and N+5 (JSON) (default: free ports)</source>
        <comment>PORT_BASE</comment>
        <translation>机器人的起始端口：Gazebo 主节点为 N，其发布者为 N+1，ROS 1 主节点为 N+2，Galileo UDP 为 N+3，NRP-core 引擎为 N+4（gRPC）和 N+5（JSON）（默认：空闲端口）</translation>
    </message>
    <message>
        <source>publish to this MQTT broker, too, as an NRP-core engine named demo</source>
        <comment>BROKER</comment>
        <translation>同时发布到此 MQTT 代理，作为名为 demo 的 NRP-core 引擎</translation>
    </message>
    <message>
        <source>seed of the sensor noise</source>
        <comment>SEED</comment>
        <translation>传感器噪声的随机种子</translation>
    </message>
    <message>
        <source>connect the window by every protocol of the robot, not only by Gazebo's</source>
        <comment>ALL_PROTOCOLS</comment>
        <translation>窗口用机器人的所有协议连接，而不只用 Gazebo 的协议</translation>
    </message>
    <message>
        <source>drive by itself until the first command (default: only with the window)</source>
        <comment>WANDER</comment>
        <translation>收到第一条指令前自行行驶（默认：仅在有窗口时）</translation>
    </message>
    <message>
        <source>size of the camera images (default: 160x120)</source>
        <comment>CAMERA</comment>
        <translation>相机图像的尺寸（默认：160x120）</translation>
    </message>
    <message>
        <source>theme of the window (default: the setting of the user)</source>
        <comment>THEME</comment>
        <translation>窗口主题（默认：用户的设置）</translation>
    </message>
    <message>
        <source>size of the window</source>
        <comment>SIZE</comment>
        <translation>窗口尺寸</translation>
    </message>
    <message>
        <source>save an image of the window to FILE and end</source>
        <comment>SCREENSHOT</comment>
        <translation>把窗口图像保存到 FILE 后结束</translation>
    </message>
    <message>
        <source>with --screenshot: wait this many seconds (default: 5)</source>
        <comment>AFTER</comment>
        <translation>与 --screenshot 合用：等待的秒数（默认：5）</translation>
    </message>
    <message>
        <source>simulate a poor network for Galileo UDP</source>
        <comment>GALILEO</comment>
        <translation>为 Galileo UDP 模拟不良网络</translation>
    </message>
    <message>
        <source>accept only this token (default: any)</source>
        <comment>GALILEO_LETS_IN</comment>
        <translation>只接受此令牌（默认：任意）</translation>
    </message>
    <message>
        <source>share of lost datagrams, 0 to 1, in each direction</source>
        <comment>GALILEO_LOSS</comment>
        <translation>每个方向丢失的数据报比例，0 到 1</translation>
    </message>
    <message>
        <source>delay of each datagram, in each direction</source>
        <comment>GALILEO_DELAY</comment>
        <translation>每个方向上每个数据报的延迟</translation>
    </message>
    <message>
        <source>share of reordered datagrams, 0 to 1</source>
        <comment>GALILEO_REORDER</comment>
        <translation>乱序的数据报比例，0 到 1</translation>
    </message>
    <message>
        <source>stop sending and receiving S seconds after the first datagram</source>
        <comment>GALILEO_SILENT</comment>
        <translation>第一个数据报之后 S 秒停止收发</translation>
    </message>
    <message>
        <source>lines, a JSON object each, on standard input:
  {{"arm":true}}   {{"v":0.2,"w":0.0,"hold":true}}   {{"stop":true}}   {{"clear":true}} twice
and {{}} as a sign of life. Their clock, for the t of set-points, is that of the state's lines.
The state comes on standard output, 20 times a second and at every change.
example:
  (sleep 3; echo '{{"arm":true}}'; sleep 1; while sleep 0.05; do echo '{{"v":0.2,"hold":true}}'; done) | \
    teledeck drive ros1://robot</source>
        <comment>DRIVE_LINES</comment>
        <translation>标准输入上的行，每行一个 JSON 对象：
  {{"arm":true}}   {{"v":0.2,"w":0.0,"hold":true}}   {{"stop":true}}   {{"clear":true}} 两次
以及表示存活的 {{}}。设定值的 t 使用状态行的时钟。
状态写到标准输出，每秒 20 次，每次变化时也写一次。
示例：
  (sleep 3; echo '{{"arm":true}}'; sleep 1; while sleep 0.05; do echo '{{"v":0.2,"hold":true}}'; done) | \
    teledeck drive ros1://robot</translation>
    </message>
    <message>
        <source>how to drive this robot: name of a saved profile, or a profile file</source>
        <comment>PROFILE</comment>
        <translation>如何驾驶此机器人：已保存的配置档案的名称，或配置档案文件</translation>
    </message>
    <message>
        <source>topic for commands (default: from the profile, else the usual one)</source>
        <comment>COMMAND_TOPIC</comment>
        <translation>指令话题（默认：取自配置档案，否则用常用话题）</translation>
    </message>
    <message>
        <source>type of the commands: geometry_msgs/TwistStamped, gazebo.msgs.Pose …</source>
        <comment>COMMAND_TYPE</comment>
        <translation>指令类型：geometry_msgs/TwistStamped、gazebo.msgs.Pose …</translation>
    </message>
    <message>
        <source>stop when standard input is silent for 0.2 s</source>
        <comment>SUPERVISED</comment>
        <translation>标准输入 0.2 s 无数据时停止</translation>
    </message>
    <message>
        <source>drive with the keys of this terminal: WASD or arrows, Space for STOP</source>
        <comment>KEYBOARD</comment>
        <translation>用此终端的按键驾驶：WASD 或箭头键，空格键为“停止”</translation>
    </message>
    <message>
        <source>file to write: logs, versions, settings; nothing is sent</source>
        <comment>REPORT_FILE</comment>
        <translation>要写入的文件：日志、版本、设置；不会发送任何内容</translation>
    </message>
    <message>
        <source>port where the robot reaches Teledeck, for firewalls (default: any free port)</source>
        <comment>PUBLISHER_PORT</comment>
        <translation>机器人连接 Teledeck 的端口，供防火墙放行（默认：任意空闲端口）</translation>
    </message>
    <message>
        <source>ROS 1: port where the master and other nodes call Teledeck (default: any free port)</source>
        <comment>SLAVE_PORT</comment>
        <translation>ROS 1：主节点和其他节点调用 Teledeck 的端口（默认：任意空闲端口）</translation>
    </message>
    <message>
        <source>ROS 1: end a connection when another node requests a shutdown (default: show and ignore it)</source>
        <comment>OBEY_SHUTDOWN</comment>
        <translation>ROS 1：其他节点请求关闭时结束连接（默认：只显示，不理会）</translation>
    </message>
    <message>
        <source>list the topics with type, publishers and subscribers</source>
        <comment>TOPICS</comment>
        <translation>列出话题及其类型、发布者和订阅者</translation>
    </message>
    <message>
        <source>print the messages of a topic</source>
        <comment>ECHO</comment>
        <translation>输出话题的消息</translation>
    </message>
    <message>
        <source>measure rate and bandwidth of a topic</source>
        <comment>HZ</comment>
        <translation>测量话题的频率和带宽</translation>
    </message>
    <message>
        <source>analyse the numbers of a topic: spectrum, distribution, timing</source>
        <comment>ANALYSE</comment>
        <translation>分析话题的数值：频谱、分布、时序</translation>
    </message>
    <message>
        <source>publish messages</source>
        <comment>PUB</comment>
        <translation>发布消息</translation>
    </message>
    <message>
        <source>list services, or show how to call one</source>
        <comment>SERVICES</comment>
        <translation>列出服务，或显示如何调用某个服务</translation>
    </message>
    <message>
        <source>call a service</source>
        <comment>CALL</comment>
        <translation>调用服务</translation>
    </message>
    <message>
        <source>list, get, set or delete parameters</source>
        <comment>PARAM</comment>
        <translation>列出、读取、设置或删除参数</translation>
    </message>
    <message>
        <source>list the nodes of the robot, or ask one of them</source>
        <comment>NODES</comment>
        <translation>列出机器人的节点，或查询其中一个</translation>
    </message>
    <message>
        <source>drive a robot by lines; it always stops at the end</source>
        <comment>DRIVE</comment>
        <translation>用输入的行驾驶机器人；结束时总会停止机器人</translation>
    </message>
    <message>
        <source>watch and drive a simulated robot, or --serve it to other programs</source>
        <comment>DEMO</comment>
        <translation>监视并驾驶仿真机器人，或用 --serve 提供给其他程序</translation>
    </message>
    <message>
        <source>save a problem report, without names, addresses and tokens</source>
        <comment>REPORT</comment>
        <translation>保存问题报告，不含名称、地址和令牌</translation>
    </message>
    <message>
        <source>check the connection to the robot</source>
        <comment>DOCTOR</comment>
        <translation>检查与机器人的连接</translation>
    </message>
    <message>
        <source>check the robot's own E-stop, too, where this profile names its topic: a name or a file</source>
        <comment>DOCTOR_PROFILE</comment>
        <translation>同时检查机器人自身的急停，前提是此配置档案指定了急停话题：名称或文件</translation>
    </message>
    <message>
        <source>record what the robot says into a file</source>
        <comment>RECORD</comment>
        <translation>把机器人发送的内容录制到文件</translation>
    </message>
    <message>
        <source>show what is in recordings: times, size, topics</source>
        <comment>INFO</comment>
        <translation>显示录制文件的内容：时间、大小、话题</translation>
    </message>
    <message>
        <source>give a recording the end that it lacks</source>
        <comment>RECOVER</comment>
        <translation>补上录制文件缺少的结尾</translation>
    </message>
    <message>
        <source>play a recording, and print its messages as they come</source>
        <comment>PLAY</comment>
        <translation>播放录制文件，并按节奏输出其中的消息</translation>
    </message>
    <message>
        <source>write the messages of a recorded topic: table, JSON, images</source>
        <comment>EXPORT</comment>
        <translation>写出录制话题的消息：表格、JSON、图像</translation>
    </message>
    <message>
        <source>copy a bag of ROS 1 into a file of MCAP</source>
        <comment>CONVERT</comment>
        <translation>把 ROS 1 的 bag 复制成 MCAP 文件</translation>
    </message>
    <message>
        <source>list what was kept around stops and faults, or save one as a zip file</source>
        <comment>INCIDENTS</comment>
        <translation>列出停止和故障前后保留的事件记录，或将其中一条导出为 zip 文件</translation>
    </message>
    <message>
        <source>check this installation with a demo robot</source>
        <comment>SELFTEST</comment>
        <translation>用演示机器人检查此安装</translation>
    </message>
    <message>
        <source>frequencies and amplitudes of FIELD</source>
        <comment>SPECTRUM</comment>
        <translation>FIELD 的频率和幅值</translation>
    </message>
    <message>
        <source>distribution of FIELD: mean, deviation, percentiles, drift</source>
        <comment>HISTOGRAM</comment>
        <translation>FIELD 的分布：均值、标准差、百分位数、漂移</translation>
    </message>
    <message>
        <source>regularity of messages: rate, jitter, gaps, bursts, order, delay</source>
        <comment>TIMING</comment>
        <translation>消息的规律性：频率、抖动、间断、突发、顺序、延迟</translation>
    </message>
    <message>
        <source>The exit code is 3 if --max-gap or --min-rate fails, for tests of robots.
examples:
  teledeck analyse ros1://robot /imu linear_acceleration.z --spectrum
  teledeck analyse ros1://robot /scan --timing --max-gap 0.3 --min-rate 9.5
  teledeck analyse run.mcap /imu linear_acceleration.z --spectrum --from 60 --seconds 30</source>
        <comment>ANALYSE_EXAMPLES</comment>
        <translation>未满足 --max-gap 或 --min-rate 时退出码为 3，可用于机器人测试。
示例：
  teledeck analyse ros1://robot /imu linear_acceleration.z --spectrum
  teledeck analyse ros1://robot /scan --timing --max-gap 0.3 --min-rate 9.5
  teledeck analyse run.mcap /imu linear_acceleration.z --spectrum --from 60 --seconds 30</translation>
    </message>
    <message>
        <source>number field of the messages, twist.twist.linear.x; none for --timing</source>
        <comment>ANALYSED_FIELD</comment>
        <translation>消息的数值字段，如 twist.twist.linear.x；用 --timing 时不写</translation>
    </message>
    <message>
        <source>how long to collect, from the first message on; Ctrl-C ends it early (default: {default_s:g}; all of a recording)</source>
        <comment>COLLECTED_SECONDS</comment>
        <translation>采集时长，从第一条消息算起；Ctrl-C 可提前结束（默认：{default_s:g}；录制文件为全部）</translation>
    </message>
    <message>
        <source>of a recording: begin there: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)</source>
        <comment>ANALYSE_FROM</comment>
        <translation>仅用于录制文件：从这里开始：自开头起的秒数，或时间 2026-01-31T12:00:00（UTC）</translation>
    </message>
    <message>
        <source>exit with 3 after a longer silence</source>
        <comment>MAX_GAP</comment>
        <translation>无消息超过此时间则以 3 退出</translation>
    </message>
    <message>
        <source>exit with 3 below this mean rate</source>
        <comment>MIN_RATE</comment>
        <translation>平均频率低于此值则以 3 退出</translation>
    </message>
    <message>
        <source>with --timing: expected rate (default: learned from the messages)</source>
        <comment>EXPECTED_RATE</comment>
        <translation>与 --timing 合用：预期频率（默认：从消息中得出）</translation>
    </message>
    <message>
        <source>also draw the result to FILE</source>
        <comment>PNG</comment>
        <translation>同时把结果绘制到 FILE</translation>
    </message>
    <message>
        <source>list all, newest first (default), or export one with its recording and its page</source>
        <comment>INCIDENTS_DO</comment>
        <translation>list 列出全部，最新的在前（默认）；export 导出一条，包括录制文件和页面</translation>
    </message>
    <message>
        <source>the incident to export, as the list names it</source>
        <comment>INCIDENT_ID</comment>
        <translation>要导出的事件记录，名称与列表中的相同</translation>
    </message>
    <message>
        <source>zip file to write (default: teledeck-ID.zip)</source>
        <comment>INCIDENT_FILE</comment>
        <translation>要写入的 zip 文件（默认：teledeck-ID.zip）</translation>
    </message>
    <message>
        <source>recording: FILE.mcap, FILE.bag, or FILE.mcap.part that was never ended</source>
        <comment>RECORDING</comment>
        <translation>录制文件：FILE.mcap、FILE.bag，或没有正常结束的 FILE.mcap.part</translation>
    </message>
    <message>
        <source>copy what can be read to OUT, and leave FILE as it is (default: end FILE in place)</source>
        <comment>RECOVERED_FILE</comment>
        <translation>把可以读取的内容复制到 OUT，FILE 保持不变（默认：就地补上 FILE 的结尾）</translation>
    </message>
    <message>
        <source>name of the topic, as teledeck info shows it</source>
        <comment>RECORDED_TOPIC</comment>
        <translation>话题名称，与 teledeck info 显示的一致</translation>
    </message>
    <message>
        <source>only these fields: pose.position.x, ranges (default: all)</source>
        <comment>EXPORTED_FIELDS</comment>
        <translation>只写这些字段：pose.position.x、ranges（默认：全部）</translation>
    </message>
    <message>
        <source>a table: a column for each field, a row for each message</source>
        <comment>CSV</comment>
        <translation>表格：每个字段一列，每条消息一行</translation>
    </message>
    <message>
        <source>a file for each image, in a new folder: as recorded where it is JPEG or PNG, else PNG</source>
        <comment>IMAGES</comment>
        <translation>每幅图像一个文件，放在新文件夹中：JPEG 和 PNG 按原样，其他写成 PNG</translation>
    </message>
    <message>
        <source>file, or with --images folder, to write (default: standard output, or a folder named by the topic)</source>
        <comment>EXPORTED_FILE</comment>
        <translation>要写的文件；带 --images 时为文件夹（默认：标准输出，或以话题命名的文件夹）</translation>
    </message>
    <message>
        <source>only these topics (default: all)</source>
        <comment>PLAYED_TOPICS</comment>
        <translation>只输出这些话题（默认：全部）</translation>
    </message>
    <message>
        <source>how much faster than in reality, from 0.1 to 20 (default: 1)</source>
        <comment>PLAY_RATE</comment>
        <translation>播放速度是原速的多少倍，从 0.1 到 20（默认：1）</translation>
    </message>
    <message>
        <source>begin there: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)</source>
        <comment>PLAY_FROM</comment>
        <translation>从这里开始：自开头起的秒数，或时间 2026-01-31T12:00:00（UTC）</translation>
    </message>
    <message>
        <source>leave out what came before: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)</source>
        <comment>FROM_TIME</comment>
        <translation>略去此前的消息：从开头算起的秒数，或时刻 2026-01-31T12:00:00（UTC）</translation>
    </message>
    <message>
        <source>leave out what came then or later</source>
        <comment>TO_TIME</comment>
        <translation>略去此时及以后的消息</translation>
    </message>
    <message>
        <source>examples:
  teledeck export run.mcap /odom --csv pose.pose.position twist.twist.linear.x -o odom.csv
  teledeck export run.mcap /camera/image --images --from 10 --to 20</source>
        <comment>EXPORT_EXAMPLES</comment>
        <translation>示例：
  teledeck export run.mcap /odom --csv pose.pose.position twist.twist.linear.x -o odom.csv
  teledeck export run.mcap /camera/image --images --from 10 --to 20</translation>
    </message>
    <message>
        <source>compare fields of a topic in two recordings</source>
        <comment>COMPARE</comment>
        <translation>比较两次录制中同一话题的字段</translation>
    </message>
    <message>
        <source>The exit code is 3 if they are apart by more than --tolerance for longer than --allow, for tests of robots.
examples:
  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x --tolerance 0.1
  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x pose.pose.position.x --align correlation</source>
        <comment>COMPARE_EXAMPLES</comment>
        <translation>两者相差超过 --tolerance 的时间占比超过 --allow 时退出码为 3，可用于机器人测试。
示例：
  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x --tolerance 0.1
  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x pose.pose.position.x --align correlation</translation>
    </message>
    <message>
        <source>recording to compare with: a file, or a folder of files</source>
        <comment>COMPARED_FIRST</comment>
        <translation>作为基准的录制：一个文件，或一个文件夹中的多个文件</translation>
    </message>
    <message>
        <source>recording that is laid over it, and whose difference is told</source>
        <comment>COMPARED_SECOND</comment>
        <translation>与基准对齐的录制，给出它与基准的差值</translation>
    </message>
    <message>
        <source>number fields of the messages, twist.twist.linear.x</source>
        <comment>COMPARED_FIELDS</comment>
        <translation>消息中的数值字段，如 twist.twist.linear.x</translation>
    </message>
    <message>
        <source>what lies over each other: the start of both, a mark, or where a field is most alike (default: start)</source>
        <comment>ALIGN</comment>
        <translation>对齐方式：两者的开头、标记，或字段最相似的位置（默认：start）</translation>
    </message>
    <message>
        <source>with --align correlation: the field that is to be most alike (default: the first FIELD)</source>
        <comment>ALIGN_BY</comment>
        <translation>用于 --align correlation：按其相似程度对齐的字段（默认：第一个 FIELD）</translation>
    </message>
    <message>
        <source>with --align mark: the words of the mark (default: the first that both have)</source>
        <comment>ALIGN_MARK</comment>
        <translation>用于 --align mark：标记的文字（默认：两者都有的第一个标记）</translation>
    </message>
    <message>
        <source>take the times that messages have themselves, not those of receipt: for simulations, whose time may pass more slowly; both begin with the first message of the topic</source>
        <comment>BY_STAMPS</comment>
        <translation>用消息自己的时间，而不是接收时间：用于时间可能走得较慢的仿真；两者都从该话题的第一条消息算起</translation>
    </message>
    <message>
        <source>how far the values may be apart</source>
        <comment>TOLERANCE</comment>
        <translation>允许的最大差值</translation>
    </message>
    <message>
        <source>share of the time, 0 to 1, in which they may be farther apart (default: 0)</source>
        <comment>ALLOW_APART</comment>
        <translation>允许超出的时间占比，0 到 1（默认：0）</translation>
    </message>
    <message>
        <source>bag of ROS 1 (version 2.0), which stays as it is</source>
        <comment>BAG</comment>
        <translation>ROS 1 的 bag（2.0 版），保持不变</translation>
    </message>
    <message>
        <source>file to write (default: the name of the bag with .mcap)</source>
        <comment>CONVERTED_FILE</comment>
        <translation>要写的文件（默认：bag 的名称，后缀改为 .mcap）</translation>
    </message>
    <message>
        <source>full names of the topics to record (default: all that the robot lists, also later)</source>
        <comment>RECORDED_TOPICS</comment>
        <translation>要录制的话题全名（默认：机器人列出的全部话题，包括以后出现的）</translation>
    </message>
    <message>
        <source>file to write (default: named by the time and the robot, in this folder)</source>
        <comment>RECORD_TO</comment>
        <translation>要写的文件（默认：当前文件夹中以时间和机器人命名的文件）</translation>
    </message>
    <message>
        <source>end after S seconds (default: when stopped)</source>
        <comment>RECORD_FOR</comment>
        <translation>S 秒后结束（默认：被停止时）</translation>
    </message>
    <message>
        <source>write FILE-001.mcap, FILE-002.mcap and so on, each of about SIZE: 500MB, 2GB</source>
        <comment>SPLIT</comment>
        <translation>依次写入 FILE-001.mcap、FILE-002.mcap 等文件，每个约为 SIZE：500MB、2GB</translation>
    </message>
</context>
<context>
    <name>ImagesWording</name>
    <message>
        <source>Not copied</source>
        <comment>NOT_COPIED</comment>
        <translation>未复制</translation>
    </message>
    <message>
        <source>Can't be shown</source>
        <comment>NOT_SHOWN</comment>
        <translation>无法显示</translation>
    </message>
    <message>
        <source>Save numbers as 16-bit PNG…</source>
        <comment>SAVE_NUMBERS</comment>
        <translation>将数值存为 16 位 PNG…</translation>
    </message>
    <message>
        <source>Size, rate and age</source>
        <comment>FACTS</comment>
        <translation>尺寸、频率和距今</translation>
    </message>
    <message>
        <source>Small live picture while the past is shown</source>
        <comment>SHOW_LIVE</comment>
        <translation>显示过去时的小实时图片</translation>
    </message>
    <message>
        <source>Small picture of now</source>
        <comment>LIVE_PICTURE</comment>
        <translation>现在的小图片</translation>
    </message>
    <message>
        <source>Now</source>
        <comment>NOW</comment>
        <translation>现在</translation>
    </message>
    <message>
        <source>Save image…</source>
        <comment>SAVE_IMAGE</comment>
        <translation>保存图像…</translation>
    </message>
    <message>
        <source>Fit</source>
        <comment>FIT</comment>
        <translation>适应</translation>
    </message>
    <message>
        <source>not measured</source>
        <comment>NOT_MEASURED</comment>
        <translation>未测得</translation>
    </message>
    <message>
        <source>robot not connected</source>
        <comment>STALE_NOT_CONNECTED</comment>
        <translation>机器人未连接</translation>
    </message>
    <message>
        <source>topic gone</source>
        <comment>STALE_TOPIC_GONE</comment>
        <translation>话题已消失</translation>
    </message>
    <message>
        <source>no publisher</source>
        <comment>STALE_UNPUBLISHED</comment>
        <translation>没有发布者</translation>
    </message>
    <message>
        <source> ({rate} shown)</source>
        <comment>SHOWN</comment>
        <translation>（显示 {rate}）</translation>
    </message>
    <message>
        <source>thinned, {rate}</source>
        <comment>THINNED</comment>
        <translation>抽取，{rate}</translation>
    </message>
    <message>
        <source>held</source>
        <comment>HELD</comment>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>held, {count} newer</source>
        <comment>HELD_NEWER</comment>
        <translation>已冻结，新到 {count} 帧</translation>
    </message>
    <message>
        <source>Not connected</source>
        <comment>NOT_CONNECTED</comment>
        <translation>未连接</translation>
    </message>
    <message>
        <source>{topic} of {robot} appears as soon as the robot is connected.</source>
        <comment>SHOWN_WHEN_CONNECTED</comment>
        <translation>{robot} 连接后即显示 {topic}。</translation>
    </message>
    <message>
        <source>The robot does not offer this topic</source>
        <comment>TOPIC_MISSING</comment>
        <translation>机器人没有提供此话题</translation>
    </message>
    <message>
        <source>Images appear as soon as the robot offers it.</source>
        <comment>SHOWN_WHEN_OFFERED</comment>
        <translation>机器人提供后即显示图像。</translation>
    </message>
    <message>
        <source>Can't be read</source>
        <comment>UNREADABLE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>This topic has no publisher</source>
        <comment>NOBODY_PUBLISHES</comment>
        <translation>此话题没有发布者</translation>
    </message>
    <message>
        <source>Images appear as soon as a publisher starts.</source>
        <comment>SHOWN_WHEN_PUBLISHED</comment>
        <translation>有发布者启动后即显示图像。</translation>
    </message>
    <message>
        <source>These images can't be shown</source>
        <comment>NONE_SHOWABLE</comment>
        <translation>这些图像无法显示</translation>
    </message>
    <message>
        <source>The first valid image appears here.</source>
        <comment>NONE_SHOWABLE_TIP</comment>
        <translation>第一幅有效图像会显示在这里。</translation>
    </message>
    <message>
        <source>Waiting for the first image</source>
        <comment>WAITING</comment>
        <translation>正在等待第一幅图像</translation>
    </message>
    <message>
        <source>Some cameras take a moment to start.</source>
        <comment>WAITING_TIP</comment>
        <translation>有些相机启动需要一点时间。</translation>
    </message>
    <message>
        <source>No topic chosen</source>
        <comment>NO_TOPIC</comment>
        <translation>未选择话题</translation>
    </message>
    <message>
        <source>Choose one above, or double-click a camera in the topic list.</source>
        <comment>CHOOSE_TOPIC</comment>
        <translation>请在上方选择一个，或在话题列表中双击相机。</translation>
    </message>
    <message>
        <source>No image topics yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无图像话题</translation>
    </message>
    <message>
        <source>Choose one above when the robot offers any.</source>
        <comment>NONE_YET_TIP</comment>
        <translation>机器人提供后，请在上方选择一个。</translation>
    </message>
    <message>
        <source>{type} can't be shown as an image</source>
        <comment>NO_IMAGE</comment>
        <translation>{type} 无法显示为图像</translation>
    </message>
    <message>
        <source>A {format} image is broken: its header can't be read</source>
        <comment>HEAD_UNREADABLE</comment>
        <translation>{format} 图像已损坏：文件头无法读取</translation>
    </message>
    <message>
        <source>A {format} image of {width} x {height} pixels is too large to show</source>
        <comment>TOO_LARGE</comment>
        <translation>{width} x {height} 像素的 {format} 图像太大，无法显示</translation>
    </message>
    <message>
        <source>The limit is {limit:,} pixels.</source>
        <comment>TOO_LARGE_TIP</comment>
        <translation>上限为 {limit:,} 像素。</translation>
    </message>
    <message>
        <source>A {format} image of {width} x {height} pixels can't be unpacked: {reason}</source>
        <comment>NOT_UNPACKED</comment>
        <translation>{width} x {height} 像素的 {format} 图像无法解压：{reason}</translation>
    </message>
    <message>
        <source>A {format} image ends early, after {count:,} bytes</source>
        <comment>CUT_OFF</comment>
        <translation>{format} 图像不完整，只有 {count:,} 字节</translation>
    </message>
    <message>
        <source>A {format} image is broken: its checksum is wrong</source>
        <comment>BAD_CHECKSUM</comment>
        <translation>{format} 图像已损坏：校验和错误</translation>
    </message>
    <message>
        <source>The PNG of a depth image must have one number of 16 bits per pixel</source>
        <comment>NOT_16_BITS</comment>
        <translation>深度图像的 PNG 必须每像素一个 16 位数</translation>
    </message>
    <message>
        <source>Colours</source>
        <comment>COLOURS</comment>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Range</source>
        <comment>RANGE</comment>
        <translation>范围</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <comment>AUTOMATIC_RANGE</comment>
        <translation>自动范围</translation>
    </message>
    <message>
        <source>Fixed range</source>
        <comment>FIXED_RANGE</comment>
        <translation>固定范围</translation>
    </message>
    <message>
        <source>Gray</source>
        <comment>GRAY</comment>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Turbo</source>
        <comment>TURBO</comment>
        <translation>Turbo</translation>
    </message>
    <message>
        <source>Viridis</source>
        <comment>VIRIDIS</comment>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>From</source>
        <comment>FROM</comment>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <comment>TO</comment>
        <translation>到</translation>
    </message>
    <message>
        <source>Full range</source>
        <comment>FULL_RANGE</comment>
        <translation>全范围</translation>
    </message>
    <message>
        <source>Image</source>
        <comment>IMAGE</comment>
        <translation>图像</translation>
    </message>
    <message>
        <source>No image</source>
        <comment>NO_IMAGE_YET</comment>
        <translation>没有图像</translation>
    </message>
    <message>
        <source>{width} by {height} pixels</source>
        <comment>SPOKEN_SIZE</comment>
        <translation>{width} × {height} 像素</translation>
    </message>
    <message>
        <source>The image is not current</source>
        <comment>SPOKEN_OLD</comment>
        <translation>图像不是最新的</translation>
    </message>
    <message>
        <source>Hold image</source>
        <comment>HOLD_IMAGE</comment>
        <translation>冻结图像</translation>
    </message>
    <message>
        <source>Keep in the black box</source>
        <comment>KEEP_IN_BLACK_BOX</comment>
        <translation>保留在黑匣子中</translation>
    </message>
    <message>
        <source>Copy image</source>
        <comment>COPY_IMAGE</comment>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy topic</source>
        <comment>COPY_TOPIC</comment>
        <translation>复制话题</translation>
    </message>
    <message>
        <source>Image of the same message</source>
        <comment>IMAGE_OF_THE_SAME</comment>
        <translation>同一条消息中的图像</translation>
    </message>
    <message>
        <source>Hold image ({key})</source>
        <comment>HOLD_TIP</comment>
        <translation>冻结图像（{key}）</translation>
    </message>
    <message>
        <source>Save image ({key})</source>
        <comment>SAVE_TIP</comment>
        <translation>保存图像（{key}）</translation>
    </message>
    <message>
        <source>More</source>
        <comment>MORE</comment>
        <translation>更多</translation>
    </message>
    <message>
        <source>Actual size</source>
        <comment>ACTUAL_SIZE</comment>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <comment>ZOOM_IN</comment>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <comment>ZOOM_OUT</comment>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Turn clockwise</source>
        <comment>TURN_CLOCKWISE</comment>
        <translation>顺时针旋转</translation>
    </message>
    <message>
        <source>Turn counter-clockwise</source>
        <comment>TURN_COUNTER_CLOCKWISE</comment>
        <translation>逆时针旋转</translation>
    </message>
    <message>
        <source>Save numbers</source>
        <comment>SAVE_NUMBERS_TEXT</comment>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>Images</source>
        <comment>IMAGES</comment>
        <translation>图像</translation>
    </message>
    <message>
        <source>Save image</source>
        <comment>SAVE_TITLE</comment>
        <translation>保存图像</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Choose an image topic</source>
        <comment>CHOOSE_AN_IMAGE_TOPIC</comment>
        <translation>选择图像话题</translation>
    </message>
    <message>
        <source>Hold the image, or continue</source>
        <comment>HOLD_KEY</comment>
        <translation>冻结图像，或继续</translation>
    </message>
    <message>
        <source>Show or hide size, type, rate and age</source>
        <comment>FACTS_KEY</comment>
        <translation>显示或隐藏尺寸、类型、频率和距今</translation>
    </message>
    <message>
        <source>Save the image</source>
        <comment>SAVE_KEY</comment>
        <translation>保存图像</translation>
    </message>
    <message>
        <source>Fit the image into the view</source>
        <comment>FIT_KEY</comment>
        <translation>让图像适应视图</translation>
    </message>
    <message>
        <source>Show the image in actual size</source>
        <comment>ACTUAL_SIZE_KEY</comment>
        <translation>以实际大小显示图像</translation>
    </message>
    <message>
        <source>Zoom in or out (wheel: at the pointer)</source>
        <comment>ZOOM_KEY</comment>
        <translation>放大或缩小（滚轮：以指针处为中心）</translation>
    </message>
    <message>
        <source>Move the image</source>
        <comment>MOVE_KEY</comment>
        <translation>移动图像</translation>
    </message>
    <message>
        <source>Turn the image by 90°, clockwise or back</source>
        <comment>TURN_KEY</comment>
        <translation>将图像顺时针或反向旋转 90°</translation>
    </message>
    <message>
        <source>Fit the image, or show it in actual size</source>
        <comment>FIT_OR_ACTUAL_KEY</comment>
        <translation>让图像适应视图，或以实际大小显示</translation>
    </message>
    <message>
        <source>Copy the image in its original size</source>
        <comment>COPY_KEY</comment>
        <translation>以原始尺寸复制图像</translation>
    </message>
</context>
<context>
    <name>IncidentListWording</name>
    <message>
        <source>Incidents</source>
        <comment>INCIDENTS</comment>
        <translation>事件记录</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>TIME</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Robot</source>
        <comment>ROBOT</comment>
        <translation>机器人</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>REASON</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Length</source>
        <comment>LENGTH</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Size</source>
        <comment>SIZE</comment>
        <translation>大小</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>NOTE</comment>
        <translation>备注</translation>
    </message>
    <message>
        <source>{length_s:.0f} s</source>
        <comment>SECONDS</comment>
        <translation>{length_s:.0f} 秒</translation>
    </message>
    <message>
        <source>{length_s:.0f} s, incomplete</source>
        <comment>SECONDS_INCOMPLETE</comment>
        <translation>{length_s:.0f} 秒，不完整</translation>
    </message>
    <message>
        <source>Parts of the black box that could not be read are missing in the recording: {count}</source>
        <comment>LEFT_OUT</comment>
        <translation>录制文件缺少黑匣子中无法读取的部分：{count}</translation>
    </message>
    <message>
        <source>recording…</source>
        <comment>STILL_RECORDING</comment>
        <translation>正在录制…</translation>
    </message>
    <message>
        <source>not made</source>
        <comment>NOT_MADE</comment>
        <translation>未生成</translation>
    </message>
    <message>
        <source>Kept: it is never deleted to make room</source>
        <comment>KEPT_TIP</comment>
        <translation>已保留：不会为腾出空间而删除</translation>
    </message>
    <message>
        <source>It is deleted when there is no more room, unless you keep it</source>
        <comment>LOST_TIP</comment>
        <translation>空间不足时会被删除，除非你保留它</translation>
    </message>
    <message>
        <source>none</source>
        <comment>NO_ROBOT</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>STOP was pressed</source>
        <comment>STOP</comment>
        <translation>按下了“停止”</translation>
    </message>
    <message>
        <source>The robot was stopped by a fault</source>
        <comment>FAULT</comment>
        <translation>机器人因故障停止</translation>
    </message>
    <message>
        <source>The link was lost</source>
        <comment>LINK</comment>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>An error was reported</source>
        <comment>ALERT</comment>
        <translation>报告了错误</translation>
    </message>
    <message>
        <source>Teledeck ended unexpectedly</source>
        <comment>CRASH</comment>
        <translation>Teledeck 意外结束</translation>
    </message>
    <message>
        <source>No incidents</source>
        <comment>NONE_TITLE</comment>
        <translation>没有事件记录</translation>
    </message>
    <message>
        <source>When STOP is pressed, a fault stops the robot, the link is lost while it is armed, an error is reported, or Teledeck ends unexpectedly, what was recorded around that moment is kept here.</source>
        <comment>NONE_HINT</comment>
        <translation>按下“停止”、机器人因故障停止、解锁状态下连接中断、报告错误或 Teledeck 意外结束时，该时刻前后的录制内容会保留在这里。</translation>
    </message>
    <message>
        <source>Open page</source>
        <comment>OPEN</comment>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Open the page that tells what happened, in the browser ({key})</source>
        <comment>OPEN_TIP</comment>
        <translation>在浏览器中打开说明经过的页面（{key}）</translation>
    </message>
    <message>
        <source>Edit note</source>
        <comment>EDIT_NOTE</comment>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Keep</source>
        <comment>KEEP</comment>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep the incident, so that it is never deleted to make room ({key})</source>
        <comment>KEEP_TIP</comment>
        <translation>保留该事件记录，不为腾出空间而删除（{key}）</translation>
    </message>
    <message>
        <source>Do not keep</source>
        <comment>DO_NOT_KEEP</comment>
        <translation>取消保留</translation>
    </message>
    <message>
        <source>Compare with what is live</source>
        <comment>COMPARE</comment>
        <translation>与实时数据对比</translation>
    </message>
    <message>
        <source>Export…</source>
        <comment>EXPORT</comment>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save all files of the incident as one zip file</source>
        <comment>EXPORT_TIP</comment>
        <translation>将该事件记录的所有文件保存为一个 zip 文件</translation>
    </message>
    <message>
        <source>Export incident</source>
        <comment>EXPORT_TITLE</comment>
        <translation>导出事件记录</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <comment>ZIP_FILES</comment>
        <translation>Zip 文件 (*.zip)</translation>
    </message>
    <message>
        <source>Exporting… {share:.0%}</source>
        <comment>EXPORTING</comment>
        <translation>正在导出… {share:.0%}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>Saved as {file}</source>
        <comment>EXPORTED</comment>
        <translation>已保存为 {file}</translation>
    </message>
    <message>
        <source>Show folder</source>
        <comment>SHOW_FOLDER</comment>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Delete</source>
        <comment>DELETE</comment>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the incident and its recording ({key})</source>
        <comment>DELETE_TIP</comment>
        <translation>删除该事件记录及其录制文件（{key}）</translation>
    </message>
    <message>
        <source>Delete the incident of {time} and its recording? This can't be undone.</source>
        <comment>ASK_DELETE</comment>
        <translation>要删除 {time} 的事件记录及其录制文件吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Do not delete</source>
        <comment>DO_NOT_DELETE</comment>
        <translation>不删除</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>This did not work: {reason}</source>
        <comment>FAILED</comment>
        <translation>操作未成功：{reason}</translation>
    </message>
    <message>
        <source>No program opens it: {path}</source>
        <comment>NO_BROWSER</comment>
        <translation>没有程序可以打开：{path}</translation>
    </message>
    <message>
        <source>Open the page</source>
        <comment>OPEN_KEY</comment>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <comment>NOTE_KEY</comment>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Keep, or do not keep</source>
        <comment>KEEP_KEY</comment>
        <translation>保留或取消保留</translation>
    </message>
    <message>
        <source>Delete the incident, after a question</source>
        <comment>DELETE_KEY</comment>
        <translation>经确认后删除事件记录</translation>
    </message>
    <message>
        <source>Incidents, newest first</source>
        <comment>LIST_LABEL</comment>
        <translation>事件记录，最新的在前</translation>
    </message>
</context>
<context>
    <name>IncidentPageWording</name>
    <message>
        <source>en</source>
        <comment>LANGUAGE</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>Incident: {reason}</source>
        <comment>TITLE</comment>
        <translation>事件记录：{reason}</translation>
    </message>
    <message>
        <source>When</source>
        <comment>WHEN</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Robot</source>
        <comment>ROBOT</comment>
        <translation>机器人</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>NOTE</comment>
        <translation>备注</translation>
    </message>
    <message>
        <source>Versions</source>
        <comment>VERSIONS</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>Profile</source>
        <comment>PROFILE</comment>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Recorded</source>
        <comment>RECORDED</comment>
        <translation>录制范围</translation>
    </message>
    <message>
        <source>{before_s:.0f} s before to {after_s:.0f} s after</source>
        <comment>SPAN</comment>
        <translation>之前 {before_s:.0f} 秒至之后 {after_s:.0f} 秒</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>UNKNOWN</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>In brief</source>
        <comment>IN_BRIEF</comment>
        <translation>概要</translation>
    </message>
    <message>
        <source>{source} was driving: {command}.</source>
        <comment>WAS_DRIVEN</comment>
        <translation>{source}正在驾驶：{command}。</translation>
    </message>
    <message>
        <source>Nothing was driving: the command was zero.</source>
        <comment>WAS_NOT_DRIVEN</comment>
        <translation>当时没有驾驶：指令为零。</translation>
    </message>
    <message>
        <source>Driving by Teledeck was not in use.</source>
        <comment>NO_DRIVING</comment>
        <translation>当时未使用 Teledeck 驾驶。</translation>
    </message>
    <message>
        <source>The robot measured {measured}.</source>
        <comment>DROVE_AT</comment>
        <translation>机器人测得 {measured}。</translation>
    </message>
    <message>
        <source>The command was zero after {after_s:.1f} s.</source>
        <comment>ZERO_AFTER</comment>
        <translation>指令在 {after_s:.1f} 秒后归零。</translation>
    </message>
    <message>
        <source>The command was not zero again until the recording's end.</source>
        <comment>NEVER_ZERO</comment>
        <translation>直到录制结束，指令都没有归零。</translation>
    </message>
    <message>
        <source>The robot stood after {after_s:.1f} s, {way_m:.2f} m further.</source>
        <comment>STOOD_AFTER</comment>
        <translation>机器人在 {after_s:.1f} 秒后停住，又行驶了 {way_m:.2f} 米。</translation>
    </message>
    <message>
        <source>The robot did not stand until the recording's end, {way_m:.2f} m further.</source>
        <comment>NEVER_STOOD</comment>
        <translation>直到录制结束，机器人都没有停住，又行驶了 {way_m:.2f} 米。</translation>
    </message>
    <message>
        <source>The robot did not report its speed.</source>
        <comment>NOT_MEASURED</comment>
        <translation>机器人没有报告自己的速度。</translation>
    </message>
    <message>
        <source>The link answered in {took_ms:.0f} ms, in {worst_ms:.0f} ms at worst in the ten seconds before.</source>
        <comment>LINK_WAS</comment>
        <translation>连接的往返时间为 {took_ms:.0f} 毫秒，之前十秒内最长 {worst_ms:.0f} 毫秒。</translation>
    </message>
    <message>
        <source>Driving is noted five times a second, so that times here are good to 0.2 s.</source>
        <comment>COARSE</comment>
        <translation>驾驶状态每秒记录五次，因此这里的时间精确到 0.2 秒。</translation>
    </message>
    <message>
        <source>What happened</source>
        <comment>WHAT_HAPPENED</comment>
        <translation>经过</translation>
    </message>
    <message>
        <source>Seconds</source>
        <comment>SECONDS</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>Clock</source>
        <comment>CLOCK</comment>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Who</source>
        <comment>WHO</comment>
        <translation>来源</translation>
    </message>
    <message>
        <source>What</source>
        <comment>WHAT</comment>
        <translation>内容</translation>
    </message>
    <message>
        <source>Log</source>
        <comment>LOG</comment>
        <translation>日志</translation>
    </message>
    <message>
        <source>Level</source>
        <comment>LEVEL</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Part</source>
        <comment>PART</comment>
        <translation>模块</translation>
    </message>
    <message>
        <source>Text</source>
        <comment>TEXT</comment>
        <translation>内容</translation>
    </message>
    <message>
        <source>{left_out} more are left out: these are the {shown} nearest to the incident.</source>
        <comment>NEAREST</comment>
        <translation>另有 {left_out} 条省略：这里是离事件最近的 {shown} 条。</translation>
    </message>
    <message>
        <source>{count} of Teledeck's own messages could not be read.</source>
        <comment>UNREADABLE</comment>
        <translation>Teledeck 自身的消息中有 {count} 条无法读取。</translation>
    </message>
    <message>
        <source>The recording could not be read to its end: {fault}</source>
        <comment>DAMAGED</comment>
        <translation>录制文件无法读到末尾：{fault}</translation>
    </message>
    <message>
        <source>Parts of the black box that could not be read are missing in the recording: {count}.</source>
        <comment>LEFT_OUT</comment>
        <translation>录制文件缺少黑匣子中无法读取的部分：{count}。</translation>
    </message>
    <message>
        <source>Nothing was noted in this time.</source>
        <comment>NO_EVENTS</comment>
        <translation>这段时间内没有任何记录。</translation>
    </message>
    <message>
        <source>Speed</source>
        <comment>SPEED</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Turning</source>
        <comment>TURNING</comment>
        <translation>转向</translation>
    </message>
    <message>
        <source>Answer of the link</source>
        <comment>ROUND_TRIP</comment>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>Stages of driving</source>
        <comment>STAGES</comment>
        <translation>驾驶阶段</translation>
    </message>
    <message>
        <source>commanded</source>
        <comment>COMMANDED</comment>
        <translation>指令</translation>
    </message>
    <message>
        <source>measured</source>
        <comment>MEASURED</comment>
        <translation>实测</translation>
    </message>
    <message>
        <source>m/s</source>
        <comment>AXIS_M_S</comment>
        <translation>m/s</translation>
    </message>
    <message>
        <source>rad/s</source>
        <comment>AXIS_RAD_S</comment>
        <translation>rad/s</translation>
    </message>
    <message>
        <source>ms</source>
        <comment>AXIS_MS</comment>
        <translation>ms</translation>
    </message>
    <message>
        <source>s before and after the incident</source>
        <comment>AXIS_S</comment>
        <translation>横轴：事件前后的秒数</translation>
    </message>
    <message>
        <source>Pictures</source>
        <comment>PICTURES</comment>
        <translation>图像</translation>
    </message>
    <message>
        <source>The window, a second later</source>
        <comment>WINDOW</comment>
        <translation>一秒后的窗口</translation>
    </message>
    <message>
        <source>{topic}, {before_s:.1f} s before</source>
        <comment>PICTURE_BEFORE</comment>
        <translation>{topic}，{before_s:.1f} 秒之前</translation>
    </message>
    <message>
        <source>Made by Teledeck {version} from recording.mcap beside this page, which has all of it.</source>
        <comment>MADE_BY</comment>
        <translation>由 Teledeck {version} 根据本页旁的 recording.mcap 生成，该文件包含全部内容。</translation>
    </message>
    <message>
        <source>Texts of robots, alerts and the log stand as they were recorded.</source>
        <comment>RECORDED_WORDS</comment>
        <translation>机器人、告警和日志的文本按录制时的原样显示。</translation>
    </message>
</context>
<context>
    <name>IncidentReasonWording</name>
    <message>
        <source>STOP was pressed</source>
        <comment>STOP</comment>
        <translation>按下了“停止”</translation>
    </message>
    <message>
        <source>The drive process ended by an error</source>
        <comment>DRIVE_ENDED</comment>
        <translation>驾驶进程因错误而结束</translation>
    </message>
    <message>
        <source>Teledeck did not end in order</source>
        <comment>CRASH</comment>
        <translation>Teledeck 未正常结束</translation>
    </message>
    <message>
        <source>The recording of an incident can't be written: {trouble}</source>
        <comment>NOT_KEPT</comment>
        <translation>无法写入事件记录：{trouble}</translation>
    </message>
    <message>
        <source>The recording of an incident can't be written, and is given up after {times} tries: {reason}</source>
        <comment>GIVEN_UP</comment>
        <translation>无法写入事件记录，尝试 {times} 次后已放弃：{reason}</translation>
    </message>
    <message>
        <source>{first} (and {count} more)</source>
        <comment>ALERTS</comment>
        <translation>{first}（另有 {count} 条）</translation>
    </message>
    <message>
        <source>Make room on the disk. It is tried again, as long as the black box holds that time.</source>
        <comment>NOT_KEPT_TIP</comment>
        <translation>请在磁盘上腾出空间。只要黑匣子仍保存着那段时间，就会再次尝试。</translation>
    </message>
    <message>
        <source>The next start tries it once more. In the list of incidents it can be deleted.</source>
        <comment>GIVEN_UP_TIP</comment>
        <translation>下次启动时会再试一次。也可以在事件记录列表中删除它。</translation>
    </message>
</context>
<context>
    <name>IncidentStoryWording</name>
    <message>
        <source>Robot</source>
        <comment>WHO_ROBOT</comment>
        <translation>机器人</translation>
    </message>
    <message>
        <source>Link</source>
        <comment>WHO_LINK</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>Pad</source>
        <comment>WHO_PAD</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Operator</source>
        <comment>WHO_OPERATOR</comment>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Teledeck</source>
        <comment>WHO_TELEDECK</comment>
        <translation>Teledeck</translation>
    </message>
    <message>
        <source>The pad</source>
        <comment>SOURCE_PAD</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>The keyboard</source>
        <comment>SOURCE_KEYBOARD</comment>
        <translation>键盘</translation>
    </message>
    <message>
        <source>The stick on the screen</source>
        <comment>SOURCE_SCREEN</comment>
        <translation>屏幕摇杆</translation>
    </message>
    <message>
        <source>Another program</source>
        <comment>SOURCE_LINES</comment>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>The incident: {reason}</source>
        <comment>INCIDENT</comment>
        <translation>事件：{reason}</translation>
    </message>
    <message>
        <source>Driving: {stage}</source>
        <comment>STAGE</comment>
        <translation>驾驶：{stage}</translation>
    </message>
    <message>
        <source>Driving: {stage}. {reason}</source>
        <comment>STAGE_BY</comment>
        <translation>驾驶：{stage}。{reason}</translation>
    </message>
    <message>
        <source>{source} drives: {command}</source>
        <comment>DRIVES</comment>
        <translation>{source}驾驶：{command}</translation>
    </message>
    <message>
        <source>By the log of driving: {reason}</source>
        <comment>LOGGED</comment>
        <translation>驾驶日志记录：{reason}</translation>
    </message>
    <message>
        <source>The command is zero</source>
        <comment>LETS_GO</comment>
        <translation>指令为零</translation>
    </message>
    <message>
        <source>{linear_m_s:.2f} m/s forwards</source>
        <comment>FORWARD</comment>
        <translation>前进 {linear_m_s:.2f} m/s</translation>
    </message>
    <message>
        <source>{linear_m_s:.2f} m/s backwards</source>
        <comment>BACKWARD</comment>
        <translation>后退 {linear_m_s:.2f} m/s</translation>
    </message>
    <message>
        <source>{linear_m_s:+.2f} m/s, turning {angular_rad_s:+.2f} rad/s</source>
        <comment>TURNS</comment>
        <translation>{linear_m_s:+.2f} m/s，转向 {angular_rad_s:+.2f} rad/s</translation>
    </message>
    <message>
        <source>The robot moves</source>
        <comment>MOVES</comment>
        <translation>机器人在动</translation>
    </message>
    <message>
        <source>The robot stands</source>
        <comment>STANDS</comment>
        <translation>机器人停住</translation>
    </message>
    <message>
        <source>The stop has arrived</source>
        <comment>STOP_ARRIVED</comment>
        <translation>停止指令已送达</translation>
    </message>
    <message>
        <source>Refused: {reason}</source>
        <comment>REFUSED</comment>
        <translation>已拒绝：{reason}</translation>
    </message>
    <message>
        <source>The pad “{name}” is there</source>
        <comment>PAD_CAME</comment>
        <translation>手柄“{name}”已接入</translation>
    </message>
    <message>
        <source>The pad “{name}” is gone</source>
        <comment>PAD_WENT</comment>
        <translation>手柄“{name}”已断开</translation>
    </message>
    <message>
        <source>The pad “{name}” can't drive: {trouble}</source>
        <comment>PAD_TROUBLE</comment>
        <translation>手柄“{name}”无法驾驶：{trouble}</translation>
    </message>
    <message>
        <source>The watchdog is ready</source>
        <comment>WATCHDOG_READY</comment>
        <translation>看门狗已就绪</translation>
    </message>
    <message>
        <source>There is no watchdog</source>
        <comment>WATCHDOG_MISSING</comment>
        <translation>没有看门狗</translation>
    </message>
    <message>
        <source>The drive process reports nothing any more</source>
        <comment>NO_REPORT</comment>
        <translation>驾驶进程不再报告</translation>
    </message>
    <message>
        <source>{connection}: {state}. {reason}</source>
        <comment>STATE</comment>
        <translation>{connection}：{state}。{reason}</translation>
    </message>
    <message>
        <source>connecting</source>
        <comment>STATE_CONNECTING</comment>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <comment>STATE_CONNECTED</comment>
        <translation>已连接</translation>
    </message>
    <message>
        <source>nothing comes any more</source>
        <comment>STATE_STALE</comment>
        <translation>不再有数据</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>STATE_LOST</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>STATE_REFUSED</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>closed</source>
        <comment>STATE_CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>{connection}: removed</source>
        <comment>CONNECTION_GONE</comment>
        <translation>{connection}：已移除</translation>
    </message>
    <message>
        <source>Alert of {source}: {text}</source>
        <comment>ALERT</comment>
        <translation>{source} 的告警：{text}</translation>
    </message>
    <message>
        <source>Alert over: {text}</source>
        <comment>ALERT_OVER</comment>
        <translation>告警解除：{text}</translation>
    </message>
    <message>
        <source>Mark: {text}</source>
        <comment>MARK</comment>
        <translation>标记：{text}</translation>
    </message>
    <message>
        <source>Mark</source>
        <comment>MARK_PLAIN</comment>
        <translation>标记</translation>
    </message>
    <message>
        <source>Sent: {command} {text}</source>
        <comment>SENT</comment>
        <translation>已发送：{command} {text}</translation>
    </message>
    <message>
        <source>The window stands still</source>
        <comment>FROZEN</comment>
        <translation>窗口没有响应</translation>
    </message>
    <message>
        <source>The window stood still for {stood_s:.1f} s</source>
        <comment>FROZE</comment>
        <translation>窗口曾停顿 {stood_s:.1f} 秒</translation>
    </message>
    <message>
        <source>Parameters that changed, {count} in all: {names}</source>
        <comment>PARAMETERS</comment>
        <translation>已改变的参数共 {count} 个：{names}</translation>
    </message>
    <message>
        <source>The computer's clock was set, or it slept: {step_s:+.1f} s</source>
        <comment>CLOCK_STEP</comment>
        <translation>本机时钟被调整，或本机休眠过：{step_s:+.1f} 秒</translation>
    </message>
    <message>
        <source>{count} messages could not be recorded</source>
        <comment>DROPPED</comment>
        <translation>{count} 条消息未能录制</translation>
    </message>
    <message>
        <source>Not recorded: {topic}. {reason}</source>
        <comment>UNRECORDED</comment>
        <translation>未录制：{topic}。{reason}</translation>
    </message>
    <message>
        <source>{channel}: {text}</source>
        <comment>OTHER</comment>
        <translation>{channel}：{text}</translation>
    </message>
</context>
<context>
    <name>IncidentWording</name>
    <message>
        <source>{title}: {course}.</source>
        <comment>RUN_ENDED</comment>
        <translation>{title}：{course}。</translation>
    </message>
    <message>
        <source>It also happened once before.</source>
        <comment>ONE_BEFORE</comment>
        <translation>此前还发生过一次。</translation>
    </message>
    <message>
        <source>It also happened {count} times before.</source>
        <comment>OTHERS_BEFORE</comment>
        <translation>此前还发生过 {count} 次。</translation>
    </message>
    <message>
        <source>An error occurred in Teledeck: {text}. Teledeck continues, but your last action may be incomplete.</source>
        <comment>BROKE</comment>
        <translation>Teledeck 发生错误：{text}。Teledeck 继续运行，但刚才的操作可能没有完成。</translation>
    </message>
    <message>
        <source>Errors occurred in Teledeck: {text}, and {count} more. Teledeck continues, but your last action may be incomplete.</source>
        <comment>BROKE_MANY</comment>
        <translation>Teledeck 发生错误：{text}，另有 {count} 个错误。Teledeck 继续运行，但刚才的操作可能没有完成。</translation>
    </message>
    <message>
        <source>The audit log has no entries of that run.</source>
        <comment>NOTHING_LOGGED</comment>
        <translation>审计日志中没有该次运行的条目。</translation>
    </message>
    <message>
        <source>No robot was driven in that run, by the audit log.</source>
        <comment>NOT_MOVED</comment>
        <translation>据审计日志，该次运行中没有驾驶过机器人。</translation>
    </message>
    <message>
        <source>The drive process stopped the robot at {stopped}.</source>
        <comment>STOPPED_BY_DRIVE</comment>
        <translation>驾驶进程于 {stopped} 停止了机器人。</translation>
    </message>
    <message>
        <source>The watchdog stopped the robot at {stopped}.</source>
        <comment>STOPPED_BY_WATCHDOG</comment>
        <translation>看门狗于 {stopped} 停止了机器人。</translation>
    </message>
    <message>
        <source>The operator stopped the robot at {stopped}.</source>
        <comment>STOPPED_BY_OPERATOR</comment>
        <translation>操作者于 {stopped} 停止了机器人。</translation>
    </message>
    <message>
        <source>The robot may still be moving: the audit log ends with a motion at {moved}.</source>
        <comment>MAY_BE_MOVING</comment>
        <translation>机器人可能仍在移动：审计日志的最后一条是 {moved} 的移动。</translation>
    </message>
    <message>
        <source>The audit log does not show whether the robot was stopped.</source>
        <comment>NOT_KNOWN</comment>
        <translation>审计日志没有表明机器人是否已停止。</translation>
    </message>
    <message>
        <source>Entry in the log: {reason}.</source>
        <comment>LOG_SAYS</comment>
        <translation>日志中的条目：{reason}。</translation>
    </message>
    <message>
        <source>The robot confirmed the stop.</source>
        <comment>STOP_ARRIVED</comment>
        <translation>机器人已确认停止。</translation>
    </message>
    <message>
        <source>The robot did not confirm the stop and may still be moving.</source>
        <comment>STOP_NOT_SHOWN</comment>
        <translation>机器人没有确认停止，可能仍在移动。</translation>
    </message>
    <message>
        <source>The audit log does not show whether the stop arrived.</source>
        <comment>STOP_UNKNOWN</comment>
        <translation>审计日志没有表明停止指令是否送达。</translation>
    </message>
    <message>
        <source>Collecting data from the robots…</source>
        <comment>ASKING</comment>
        <translation>正在从机器人收集数据…</translation>
    </message>
    <message>
        <source>Saved as {path}. Nothing was sent.</source>
        <comment>SAVED</comment>
        <translation>已保存为 {path}。没有发送任何内容。</translation>
    </message>
    <message>
        <source>{path} can't be written: {reason}.</source>
        <comment>NOT_WRITTEN</comment>
        <translation>{path} 无法写入：{reason}。</translation>
    </message>
    <message>
        <source>Teledeck ended unexpectedly</source>
        <comment>TELEDECK_ENDED_UNEXPECTEDLY</comment>
        <translation>Teledeck 意外结束</translation>
    </message>
    <message>
        <source>`teledeck drive` ended unexpectedly</source>
        <comment>TELEDECK_DRIVE_ENDED_UNEXPECTEDLY</comment>
        <translation>`teledeck drive` 意外结束</translation>
    </message>
    <message>
        <source>The reason is unknown: the process was killed, or the computer was switched off</source>
        <comment>NO_LAST_WORDS</comment>
        <translation>原因未知：进程被终止，或计算机关机</translation>
    </message>
    <message>
        <source>Started {began}, last active {seen}</source>
        <comment>COURSE</comment>
        <translation>启动于 {began}，最后活动于 {seen}</translation>
    </message>
    <message>
        <source>Show</source>
        <comment>SHOW</comment>
        <translation>显示</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Report a problem…</source>
        <comment>REPORT_A_PROBLEM</comment>
        <translation>报告问题…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>{count} files, {size} uncompressed.</source>
        <comment>FILES_UNCOMPRESSED</comment>
        <translation>{count} 个文件，未压缩 {size}。</translation>
    </message>
    <message>
        <source>Report a problem</source>
        <comment>REPORT_A_PROBLEM_TEXT</comment>
        <translation>报告问题</translation>
    </message>
    <message>
        <source>&amp;Image of the window</source>
        <comment>IMAGE_OF_THE_WINDOW</comment>
        <translation>窗口图像(&amp;I)</translation>
    </message>
    <message>
        <source>Nothing in the image is replaced.</source>
        <comment>IMAGE_TIP</comment>
        <translation>图像中的内容不作任何替换。</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <comment>FILES_OF_THE_REPORT</comment>
        <translation>报告中的文件</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <comment>TEXT_OF_THE_FILE</comment>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Reading…</source>
        <comment>READING</comment>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Save…</source>
        <comment>SAVE</comment>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <comment>SHOW_IN_FOLDER</comment>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Copy path</source>
        <comment>COPY_PATH</comment>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>This saves a file that you can send to someone who helps you; Teledeck itself sends nothing. Tokens are removed. Addresses, folders, and the names of robots, hosts and users are replaced by the same words everywhere. Topic names and the content of an image stay. The exact content of the file is shown below.</source>
        <comment>REPORT_INTRODUCTION</comment>
        <translation>此操作会保存一个文件，可以发给能提供帮助的人；Teledeck 本身不发送任何内容。令牌会被去除。地址、文件夹以及机器人、主机和用户的名称在各处都替换为同样的代称。话题名称和图像内容保留不变。文件的确切内容显示在下方。</translation>
    </message>
    <message>
        <source>Save the report</source>
        <comment>SAVE_THE_REPORT</comment>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <comment>ZIP_FILES</comment>
        <translation>Zip 文件 (*.zip)</translation>
    </message>
    <message>
        <source>&amp;Logs</source>
        <comment>LOGS</comment>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <comment>VERSIONS</comment>
        <translation>版本(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;State of connected robots</source>
        <comment>STATE_OF_CONNECTED_ROBOTS</comment>
        <translation>已连接机器人的状态(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <comment>SETTINGS</comment>
        <translation>设置(&amp;E)</translation>
    </message>
</context>
<context>
    <name>InspectorWording</name>
    <message>
        <source>Type a message type and press Enter.</source>
        <comment>TYPE_A_TYPE</comment>
        <translation>输入消息类型并按 Enter。</translation>
    </message>
    <message>
        <source>not sent</source>
        <comment>NOT_SENT</comment>
        <translation>未发送</translation>
    </message>
    <message>
        <source>{count} values in {time}</source>
        <comment>VALUES_IN</comment>
        <translation>{time} 内 {count} 个值</translation>
    </message>
    <message>
        <source>1 value</source>
        <comment>ONE_VALUE</comment>
        <translation>1 个值</translation>
    </message>
    <message>
        <source>no value yet</source>
        <comment>NO_VALUE</comment>
        <translation>尚无值</translation>
    </message>
    <message>
        <source>Select a field to see its last values.</source>
        <comment>SELECT_A_FIELD</comment>
        <translation>选择一个字段以查看其最近的值。</translation>
    </message>
    <message>
        <source>Lists and messages have no history. Select a field inside.</source>
        <comment>NO_HISTORY</comment>
        <translation>列表和消息没有历史。请选择其中的字段。</translation>
    </message>
    <message>
        <source>No topic selected</source>
        <comment>NO_TOPIC</comment>
        <translation>未选择话题</translation>
    </message>
    <message>
        <source>Select a topic in the list to see its messages here.</source>
        <comment>SELECT_A_TOPIC</comment>
        <translation>在列表中选择一个话题，在此查看其消息。</translation>
    </message>
    <message>
        <source>Topics below “{name}”: {count}. Select one to see its messages, or press Monitor to see all rates.</source>
        <comment>GROUP_HINT</comment>
        <translation>“{name}”下的话题：{count} 个。选择一个以查看其消息，或按“监测”查看所有频率。</translation>
    </message>
    <message>
        <source>No topics yet</source>
        <comment>NOTHING_YET</comment>
        <translation>尚无话题</translation>
    </message>
    <message>
        <source>Select a topic as soon as the list has one.</source>
        <comment>SELECT_A_TOPIC_LATER</comment>
        <translation>列表中出现话题后，请选择一个。</translation>
    </message>
    <message>
        <source>This topic is gone</source>
        <comment>TOPIC_GONE</comment>
        <translation>此话题已消失</translation>
    </message>
    <message>
        <source>Messages appear when the robot offers it again.</source>
        <comment>SHOWN_WHEN_OFFERED</comment>
        <translation>机器人重新提供它时，会显示消息。</translation>
    </message>
    <message>
        <source>Not connected</source>
        <comment>NOT_CONNECTED</comment>
        <translation>未连接</translation>
    </message>
    <message>
        <source>The robot has no such topic</source>
        <comment>TOPIC_UNKNOWN</comment>
        <translation>机器人没有这个话题</translation>
    </message>
    <message>
        <source>Can't be read</source>
        <comment>UNREADABLE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>This topic has no publisher</source>
        <comment>NOBODY_PUBLISHES</comment>
        <translation>此话题没有发布者</translation>
    </message>
    <message>
        <source>Messages appear as soon as a publisher starts.</source>
        <comment>SHOWN_WHEN_PUBLISHED</comment>
        <translation>发布者启动后会立即显示消息。</translation>
    </message>
    <message>
        <source>Waiting for the first message</source>
        <comment>WAITING</comment>
        <translation>正在等待第一条消息</translation>
    </message>
    <message>
        <source>Some topics send only when something changes.</source>
        <comment>SENT_ON_CHANGE</comment>
        <translation>有些话题只在发生变化时发送。</translation>
    </message>
    <message>
        <source>Requested at {rate}</source>
        <comment>ASKED_FOR</comment>
        <translation>请求频率 {rate}</translation>
    </message>
    <message>
        <source>Paused</source>
        <comment>PAUSED</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>{count} newer</source>
        <comment>NEWER</comment>
        <translation>新增 {count} 条</translation>
    </message>
    <message>
        <source>Large message</source>
        <comment>LARGE</comment>
        <translation>大消息</translation>
    </message>
    <message>
        <source>Reading it may slow down the window, so it is not read automatically.</source>
        <comment>LARGE_TIP</comment>
        <translation>读取它可能使窗口变慢，因此不自动读取。</translation>
    </message>
    <message>
        <source>The message is empty</source>
        <comment>NO_BYTES</comment>
        <translation>消息为空</translation>
    </message>
    <message>
        <source>Bytes {first} to {last} of {count}</source>
        <comment>BYTES_OF</comment>
        <translation>第 {first} 至 {last} 字节，共 {count} 字节</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <comment>BYTES</comment>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>in {unit}</source>
        <comment>IN_UNIT</comment>
        <translation>单位：{unit}</translation>
    </message>
    <message>
        <source>Element of {path}, 0 to {last}:</source>
        <comment>ELEMENT</comment>
        <translation>{path} 的元素，0 至 {last}：</translation>
    </message>
    <message>
        <source>Resume</source>
        <comment>RESUME</comment>
        <translation>继续</translation>
    </message>
    <message>
        <source>{count} × {type}</source>
        <comment>ELEMENTS_OF</comment>
        <translation>{count} × {type}</translation>
    </message>
    <message>
        <source>yaw {yaw}</source>
        <comment>YAW</comment>
        <translation>偏航 {yaw}</translation>
    </message>
    <message>
        <source>roll {roll}   pitch {pitch}   yaw {yaw}</source>
        <comment>ANGLES</comment>
        <translation>横滚 {roll}   俯仰 {pitch}   偏航 {yaw}</translation>
    </message>
    <message>
        <source>{time} · {age} ago</source>
        <comment>TIME_AGO</comment>
        <translation>{time} · {age} 前</translation>
    </message>
    <message>
        <source>{time} · {age} ahead</source>
        <comment>TIME_AHEAD</comment>
        <translation>{time} · 超前 {age}</translation>
    </message>
    <message>
        <source>&amp;Read as</source>
        <comment>READ_AS</comment>
        <translation>读取为(&amp;R)</translation>
    </message>
    <message>
        <source>Message type, as package/Type</source>
        <comment>MESSAGE_TYPE_AS_PACKAGE</comment>
        <translation>消息类型，形如 package/Type</translation>
    </message>
    <message>
        <source>Message type</source>
        <comment>MESSAGE_TYPE</comment>
        <translation>消息类型</translation>
    </message>
    <message>
        <source>Last values</source>
        <comment>LAST_VALUES</comment>
        <translation>最近的值</translation>
    </message>
    <message>
        <source>Fields</source>
        <comment>FIELDS</comment>
        <translation>字段</translation>
    </message>
    <message>
        <source>Raw bytes</source>
        <comment>RAW_BYTES</comment>
        <translation>原始字节</translation>
    </message>
    <message>
        <source>Copy value, path or message</source>
        <comment>COPY_VALUE_PATH_OR</comment>
        <translation>复制值、路径或消息</translation>
    </message>
    <message>
        <source>Read now</source>
        <comment>READ_NOW</comment>
        <translation>立即读取</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Rate</source>
        <comment>RATE</comment>
        <translation>频率</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <comment>BANDWIDTH</comment>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Message</source>
        <comment>MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Stamp</source>
        <comment>STAMP</comment>
        <translation>时间戳</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>AGE</comment>
        <translation>距今</translation>
    </message>
    <message>
        <source>Previous page</source>
        <comment>PREVIOUS_PAGE</comment>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <comment>NEXT_PAGE</comment>
        <translation>下一页</translation>
    </message>
    <message>
        <source>[{first}] to [{last}] of {length}</source>
        <comment>PAGE</comment>
        <translation>[{first}] 至 [{last}]，共 {length}</translation>
    </message>
    <message>
        <source>previous {count}…</source>
        <comment>PREVIOUS</comment>
        <translation>前 {count} 个…</translation>
    </message>
    <message>
        <source>next {count}…</source>
        <comment>NEXT</comment>
        <translation>后 {count} 个…</translation>
    </message>
    <message>
        <source>Field</source>
        <comment>FIELD</comment>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>TYPE</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Go to element</source>
        <comment>GO_TO_ELEMENT</comment>
        <translation>转到元素</translation>
    </message>
    <message>
        <source>Show as &amp;states</source>
        <comment>SHOW_AS_STATES</comment>
        <translation>显示为状态(&amp;S)</translation>
    </message>
    <message>
        <source>Anal&amp;yse</source>
        <comment>ANALYSE</comment>
        <translation>分析(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Plot this field</source>
        <comment>PLOT_THIS_FIELD</comment>
        <translation>绘制此字段(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Plot these fields</source>
        <comment>PLOT_THESE_FIELDS</comment>
        <translation>绘制这些字段(&amp;P)</translation>
    </message>
    <message>
        <source>Plot the selected fields and stay here</source>
        <comment>PLOT_KEY</comment>
        <translation>绘制选中的字段，留在此处</translation>
    </message>
    <message>
        <source>Plot the selected fields and go to the plot</source>
        <comment>PLOT_GO_KEY</comment>
        <translation>绘制选中的字段，并转到曲线图</translation>
    </message>
    <message>
        <source>Show the selected fields as state timeline</source>
        <comment>STATES_KEY</comment>
        <translation>将选中的字段显示为状态时间线</translation>
    </message>
    <message>
        <source>Select several fields</source>
        <comment>SELECT_SEVERAL_FIELDS</comment>
        <translation>选择多个字段</translation>
    </message>
    <message>
        <source>Values of the message</source>
        <comment>MESSAGE_VALUES</comment>
        <translation>消息的值</translation>
    </message>
</context>
<context>
    <name>JointsWording</name>
    <message>
        <source>{name} has no joints</source>
        <comment>HAS_NONE</comment>
        <translation>{name} 没有关节</translation>
    </message>
    <message>
        <source>No joints yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无关节</translation>
    </message>
    <message>
        <source>No joint states here</source>
        <comment>NO_STATES</comment>
        <translation>此处没有关节状态</translation>
    </message>
    <message>
        <source>{count} not shown</source>
        <comment>LEFT_OUT</comment>
        <translation>{count} 个未显示</translation>
    </message>
    <message>
        <source>The joint was no longer visible.</source>
        <comment>OUT_OF_VIEW</comment>
        <translation>关节已不可见。</translation>
    </message>
    <message>
        <source>Stopped before the move began</source>
        <comment>STOPPED_BEFORE</comment>
        <translation>移动开始前已停止</translation>
    </message>
    <message>
        <source>The position of the joint is unknown</source>
        <comment>PLACE_UNKNOWN</comment>
        <translation>关节的位置未知</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <comment>STOPPED</comment>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The joint no longer reports its position.</source>
        <comment>PLACE_LOST</comment>
        <translation>关节不再报告其位置。</translation>
    </message>
    <message>
        <source>The window was not responding for a moment.</source>
        <comment>WINDOW_STOOD_STILL</comment>
        <translation>窗口有片刻没有响应。</translation>
    </message>
    <message>
        <source>No program accepts commands on {topic}</source>
        <comment>NOBODY_TAKES</comment>
        <translation>没有程序在 {topic} 上接收指令</translation>
    </message>
    <message>
        <source>STOP was pressed.</source>
        <comment>STOP_PRESSED</comment>
        <translation>按下了“停止”。</translation>
    </message>
    <message>
        <source>The robot is in view-only mode now.</source>
        <comment>LOCKED</comment>
        <translation>机器人现在处于只看模式。</translation>
    </message>
    <message>
        <source>Plot position</source>
        <comment>PLOT_POSITION</comment>
        <translation>绘制位置</translation>
    </message>
    <message>
        <source>Plot velocity</source>
        <comment>PLOT_VELOCITY</comment>
        <translation>绘制速度</translation>
    </message>
    <message>
        <source>Plot effort</source>
        <comment>PLOT_EFFORT</comment>
        <translation>绘制力矩</translation>
    </message>
    <message>
        <source>in the last 10 s: {lower} to {upper}</source>
        <comment>TRACE_RANGE</comment>
        <translation>最近 10 s：{lower} 至 {upper}</translation>
    </message>
    <message>
        <source>Target</source>
        <comment>TARGET</comment>
        <translation>目标</translation>
    </message>
    <message>
        <source>Speed</source>
        <comment>SPEED</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Move</source>
        <comment>MOVE</comment>
        <translation>移动</translation>
    </message>
    <message>
        <source>Move the joint to the target ({key})</source>
        <comment>MOVE_TIP</comment>
        <translation>将关节移动到目标（{key}）</translation>
    </message>
    <message>
        <source>Stop</source>
        <comment>HALT</comment>
        <translation>停住关节</translation>
    </message>
    <message>
        <source>Stop the joint at its current position ({key})</source>
        <comment>HALT_TIP</comment>
        <translation>让关节停在当前位置（{key}）</translation>
    </message>
    <message>
        <source>Drive…</source>
        <comment>DRIVE</comment>
        <translation>驱动…</translation>
    </message>
    <message>
        <source>Drive the joint manually in the drive panel, up to this speed</source>
        <comment>DRIVE_TIP</comment>
        <translation>在驾驶面板中手动驱动关节，最高为此速度</translation>
    </message>
    <message>
        <source>Command topic</source>
        <comment>COMMAND_TOPIC</comment>
        <translation>指令话题</translation>
    </message>
    <message>
        <source>Command type</source>
        <comment>COMMAND_TYPE</comment>
        <translation>指令类型</translation>
    </message>
    <message>
        <source>Meaning of the numbers on the command topic</source>
        <comment>COMMAND_TYPE_TIP</comment>
        <translation>指令话题上数值的含义</translation>
    </message>
    <message>
        <source>positions</source>
        <comment>POSITIONS</comment>
        <translation>位置</translation>
    </message>
    <message>
        <source>velocities</source>
        <comment>VELOCITIES</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>at</source>
        <comment>MOVE_AT</comment>
        <translation>以</translation>
    </message>
    <message>
        <source>View only. Allow commands to move joints</source>
        <comment>VIEW_ONLY</comment>
        <translation>只看模式。请允许指令以移动关节</translation>
    </message>
    <message>
        <source>Select one joint to move it.</source>
        <comment>SELECT_ONE_JOINT_TO</comment>
        <translation>请选择一个要移动的关节。</translation>
    </message>
    <message>
        <source>Choose the command topic of this joint.</source>
        <comment>CHOOSE_THE_COMMAND_TOPIC</comment>
        <translation>请选择此关节的指令话题。</translation>
    </message>
    <message>
        <source>This topic accepts velocities. Use Drive… to move the joint.</source>
        <comment>TAKES_VELOCITIES</comment>
        <translation>此话题接收速度。请用“驱动…”移动关节。</translation>
    </message>
    <message>
        <source>The position of the joint is unknown.</source>
        <comment>NO_POSITION</comment>
        <translation>关节的位置未知。</translation>
    </message>
    <message>
        <source>Target position. The joint moves when you press Move.</source>
        <comment>TARGET_TIP</comment>
        <translation>目标位置。按“移动”后关节才会移动。</translation>
    </message>
    <message>
        <source>Topic that accepts commands for this joint. The robot does not report it: with the wrong topic, another joint may move.</source>
        <comment>COMMAND_TOPIC_TIP</comment>
        <translation>接收此关节指令的话题。机器人不报告该话题：选错时可能移动其他关节。</translation>
    </message>
    <message>
        <source>No program accepts commands for this joint.</source>
        <comment>NO_SUBSCRIBER</comment>
        <translation>没有程序接收此关节的指令。</translation>
    </message>
    <message>
        <source>Moving to {target}, {way} left</source>
        <comment>MOVING_TO_LEFT</comment>
        <translation>正在移动到 {target}，还差 {way}</translation>
    </message>
    <message>
        <source>Moving to {target}</source>
        <comment>MOVING_TO</comment>
        <translation>正在移动到 {target}</translation>
    </message>
    <message>
        <source>Start the controller of the joint, or choose another topic.</source>
        <comment>NO_SUBSCRIBER_TIP</comment>
        <translation>请启动关节的控制器，或选择其他话题。</translation>
    </message>
    <message>
        <source>Filter joints</source>
        <comment>FILTER_JOINTS</comment>
        <translation>筛选关节</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected joints, or all ({key})</source>
        <comment>COPY_TIP</comment>
        <translation>复制选中的关节，未选则复制全部（{key}）</translation>
    </message>
    <message>
        <source>Angle unit</source>
        <comment>ANGLE_UNIT</comment>
        <translation>角度单位</translation>
    </message>
    <message>
        <source>rad</source>
        <comment>RAD</comment>
        <translation>rad</translation>
    </message>
    <message>
        <source>deg</source>
        <comment>DEG</comment>
        <translation>deg</translation>
    </message>
    <message>
        <source>Joints</source>
        <comment>JOINTS</comment>
        <translation>关节</translation>
    </message>
    <message>
        <source>Joints appear with the first data: ROS 1 by sensor_msgs/JointState, Gazebo by joints and models. For an NRP engine, add the DataPacks to the address.</source>
        <comment>NONE_YET_TIP</comment>
        <translation>收到首批数据后显示关节：ROS 1 通过 sensor_msgs/JointState，Gazebo 通过关节和模型。对于 NRP 引擎，请将数据包（DataPack）加到地址中。</translation>
    </message>
    <message>
        <source>The robot has not reported joints yet. Gazebo reports a joint only once, when it is loaded.</source>
        <comment>NO_STATES_TIP</comment>
        <translation>机器人尚未报告关节。Gazebo 只在加载时报告一次关节。</translation>
    </message>
    <message>
        <source>Go to topic</source>
        <comment>GO_TO_TOPIC</comment>
        <translation>转到话题</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Revolute (rad)</source>
        <comment>REVOLUTE_RAD</comment>
        <translation>旋转（rad）</translation>
    </message>
    <message>
        <source>Prismatic (m)</source>
        <comment>PRISMATIC_M</comment>
        <translation>平移（m）</translation>
    </message>
    <message>
        <source>The newest message has no joint.</source>
        <comment>THE_NEWEST_MESSAGE_HAS</comment>
        <translation>最新消息中没有关节。</translation>
    </message>
    <message>
        <source>Only changes are sent, so this position is current while the robot answers.</source>
        <comment>ONLY_CHANGES</comment>
        <translation>只在变化时发送，因此只要机器人有应答，此位置就是当前位置。</translation>
    </message>
    <message>
        <source>Joint</source>
        <comment>JOINT</comment>
        <translation>关节</translation>
    </message>
    <message>
        <source>Position</source>
        <comment>POSITION</comment>
        <translation>位置</translation>
    </message>
    <message>
        <source>Unit</source>
        <comment>UNIT</comment>
        <translation>单位</translation>
    </message>
    <message>
        <source>Velocity</source>
        <comment>VELOCITY</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Effort</source>
        <comment>EFFORT</comment>
        <translation>力矩</translation>
    </message>
    <message>
        <source>Lower limit</source>
        <comment>LOWER_LIMIT</comment>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper limit</source>
        <comment>UPPER_LIMIT</comment>
        <translation>上限</translation>
    </message>
    <message>
        <source>Age (s)</source>
        <comment>AGE_S</comment>
        <translation>距今（s）</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>unreadable</source>
        <comment>UNREADABLE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no joints</source>
        <comment>NO_JOINTS</comment>
        <translation>无关节</translation>
    </message>
    <message>
        <source>Limits</source>
        <comment>LIMITS</comment>
        <translation>限值</translation>
    </message>
    <message>
        <source>Last 10 s</source>
        <comment>LAST_10_S</comment>
        <translation>最近 10 s</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>AGE</comment>
        <translation>距今</translation>
    </message>
    <message>
        <source>{lower} to {upper}</source>
        <comment>TO</comment>
        <translation>{lower} 至 {upper}</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>WAITING</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>No position limits known.</source>
        <comment>NO_POSITION_LIMITS_KNOWN</comment>
        <translation>位置限值未知。</translation>
    </message>
    <message>
        <source>maximum velocity: {most}</source>
        <comment>MOST_VELOCITY</comment>
        <translation>最大速度：{most}</translation>
    </message>
    <message>
        <source>maximum effort: {most}</source>
        <comment>MOST_EFFORT</comment>
        <translation>最大力矩：{most}</translation>
    </message>
    <message>
        <source>No data yet. Some simulators report a joint only when it is loaded.</source>
        <comment>NO_MESSAGE</comment>
        <translation>尚无数据。有些仿真器只在加载时报告关节。</translation>
    </message>
    <message>
        <source>No new data. The age shows how old the values are.</source>
        <comment>STALE_TIP</comment>
        <translation>没有新数据。“距今”表示数值是多久以前的。</translation>
    </message>
    <message>
        <source>The robot is disconnected. The age shows how old the values are.</source>
        <comment>AWAY_TIP</comment>
        <translation>机器人已断开。“距今”表示数值是多久以前的。</translation>
    </message>
    <message>
        <source>The topic has subscribers but no publisher.</source>
        <comment>NO_PUBLISHER_TIP</comment>
        <translation>话题有订阅者，但没有发布者。</translation>
    </message>
    <message>
        <source>position limits: {range}</source>
        <comment>POSITION_RANGE</comment>
        <translation>位置限值：{range}</translation>
    </message>
    <message>
        <source>disconnected</source>
        <comment>AWAY</comment>
        <translation>已断开</translation>
    </message>
    <message>
        <source>no publisher</source>
        <comment>NO_PUBLISHER</comment>
        <translation>没有发布者</translation>
    </message>
    <message>
        <source>from {topic}</source>
        <comment>FROM_TOPIC</comment>
        <translation>来自 {topic}</translation>
    </message>
    <message>
        <source>in the message: {path}</source>
        <comment>IN_MESSAGE</comment>
        <translation>消息中的路径：{path}</translation>
    </message>
    <message>
        <source>Revolute joint.</source>
        <comment>REVOLUTE_JOINT</comment>
        <translation>旋转关节。</translation>
    </message>
    <message>
        <source>The kind of joint is unknown. The values are shown as angles.</source>
        <comment>KIND_UNKNOWN</comment>
        <translation>关节类型未知。数值按角度显示。</translation>
    </message>
    <message>
        <source>Prismatic joint.</source>
        <comment>PRISMATIC_JOINT</comment>
        <translation>平移关节。</translation>
    </message>
    <message>
        <source>Move the joint</source>
        <comment>MOVE_KEY</comment>
        <translation>移动关节</translation>
    </message>
    <message>
        <source>Stop the joint</source>
        <comment>HALT_KEY</comment>
        <translation>停止关节</translation>
    </message>
    <message>
        <source>Plot the positions of the selected joints</source>
        <comment>PLOT_KEY</comment>
        <translation>绘制选中关节的位置</translation>
    </message>
    <message>
        <source>Unit of angles, in all views</source>
        <comment>UNIT_OF_ANGLES_IN</comment>
        <translation>角度单位，用于所有视图</translation>
    </message>
</context>
<context>
    <name>JsonWording</name>
    <message>
        <source>“{field}”: {reason}</source>
        <comment>IN_FIELD</comment>
        <translation>“{field}”：{reason}</translation>
    </message>
    <message>
        <source>The key “{key}” occurs twice</source>
        <comment>KEY_TWICE</comment>
        <translation>键“{key}”出现了两次</translation>
    </message>
    <message>
        <source>{number} is not a finite number</source>
        <comment>NOT_FINITE</comment>
        <translation>{number} 不是有限值</translation>
    </message>
    <message>
        <source>A number is too large</source>
        <comment>TOO_LARGE</comment>
        <translation>有一个数太大</translation>
    </message>
    <message>
        <source>At most {limit} are allowed</source>
        <comment>TOO_MANY</comment>
        <translation>最多允许 {limit} 个</translation>
    </message>
    <message>
        <source>{field} and later</source>
        <comment>AND_LATER</comment>
        <translation>{field} 及其后</translation>
    </message>
</context>
<context>
    <name>KeyWording</name>
    <message>
        <source>“{text}” is not a key.</source>
        <comment>NO_KEY</comment>
        <translation>“{text}”不是按键。</translation>
    </message>
    <message>
        <source>{key} is reserved: the space bar stops the robot.</source>
        <comment>STOPS</comment>
        <translation>{key} 已保留：空格键用于停止机器人。</translation>
    </message>
    <message>
        <source>{key} is reserved: it drives the robot.</source>
        <comment>DRIVES</comment>
        <translation>{key} 已保留：用于驾驶机器人。</translation>
    </message>
    <message>
        <source>{key} is reserved: it closes and cancels.</source>
        <comment>ESCAPES</comment>
        <translation>{key} 已保留：用于关闭和取消。</translation>
    </message>
    <message>
        <source>{key} is reserved: views use it.</source>
        <comment>IN_VIEWS</comment>
        <translation>{key} 已保留：供视图使用。</translation>
    </message>
    <message>
        <source>{key} is reserved: text fields and views use it.</source>
        <comment>IN_TEXT</comment>
        <translation>{key} 已保留：供文本框和视图使用。</translation>
    </message>
    <message>
        <source>{key} is reserved: Alt opens the menus.</source>
        <comment>OPENS_MENU</comment>
        <translation>{key} 已保留：Alt 用于打开菜单。</translation>
    </message>
    <message>
        <source>{key} needs Ctrl as well, or a function key: text fields and views use other keys.</source>
        <comment>NEEDS_CONTROL</comment>
        <translation>{key} 还需要加上 Ctrl，或改用功能键：其他按键供文本框和视图使用。</translation>
    </message>
    <message>
        <source>The saved keys of “{name}” are not used: no action of this name can have keys.</source>
        <comment>NO_ACTION</comment>
        <translation>没有使用为“{name}”保存的快捷键：没有可设快捷键的同名操作。</translation>
    </message>
    <message>
        <source>A saved key of “{action}” is not used. {reason}</source>
        <comment>NOT_USED</comment>
        <translation>没有使用为“{action}”保存的一个快捷键。{reason}</translation>
    </message>
    <message>
        <source>{key} is the key of “{action}”.</source>
        <comment>TAKEN</comment>
        <translation>{key} 是“{action}”的快捷键。</translation>
    </message>
</context>
<context>
    <name>LayoutManagerWording</name>
    <message>
        <source>{file} saved.</source>
        <comment>WRITTEN</comment>
        <translation>已保存 {file}。</translation>
    </message>
    <message>
        <source>{file} could not be saved: {reason}</source>
        <comment>FILE_NOT_WRITTEN</comment>
        <translation>{file} 无法保存：{reason}</translation>
    </message>
    <message>
        <source>{file} can't be opened: {reason}</source>
        <comment>FILE_NOT_OPENED</comment>
        <translation>{file} 无法打开：{reason}</translation>
    </message>
    <message>
        <source>The limit is {count} layouts</source>
        <comment>TOO_MANY</comment>
        <translation>最多 {count} 个布局</translation>
    </message>
    <message>
        <source>Delete one that you no longer need.</source>
        <comment>TOO_MANY_TIP</comment>
        <translation>请删除一个不再需要的布局。</translation>
    </message>
    <message>
        <source>The layout is too large</source>
        <comment>TOO_LARGE</comment>
        <translation>布局过大</translation>
    </message>
    <message>
        <source>The layout could not be saved: {reason}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>布局无法保存：{reason}</translation>
    </message>
    <message>
        <source>The layout could not be deleted: {reason}</source>
        <comment>NOT_DELETED</comment>
        <translation>布局无法删除：{reason}</translation>
    </message>
    <message>
        <source>The file could not be read: {reason}</source>
        <comment>NOT_READ</comment>
        <translation>文件无法读取：{reason}</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a view.</source>
        <comment>NO_VIEW</comment>
        <translation>“{name}”不是视图名称。</translation>
    </message>
    <message>
        <source>“{title}” can't be shown: {reason}.</source>
        <comment>VIEW_NOT_SHOWN</comment>
        <translation>“{title}”无法显示：{reason}。</translation>
    </message>
    <message>
        <source>Another version of Teledeck saved “{title}”.</source>
        <comment>OTHER_VERSION</comment>
        <translation>“{title}”由另一版本的 Teledeck 保存。</translation>
    </message>
    <message>
        <source>“{title}”: “{part}” could not be read completely.</source>
        <comment>PARTLY_UNDERSTOOD</comment>
        <translation>“{title}”：“{part}”未能完整读取。</translation>
    </message>
    <message>
        <source>Shows {other} instead of {robot}.</source>
        <comment>SHOWS_OTHER</comment>
        <translation>显示的是 {other}，而不是 {robot}。</translation>
    </message>
    <message>
        <source>Rename layout</source>
        <comment>RENAME_LAYOUT</comment>
        <translation>重命名布局</translation>
    </message>
    <message>
        <source>Layouts</source>
        <comment>LAYOUTS</comment>
        <translation>布局</translation>
    </message>
    <message>
        <source>Save layout</source>
        <comment>SAVE_LAYOUT</comment>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Replace</source>
        <comment>REPLACE</comment>
        <translation>替换</translation>
    </message>
    <message>
        <source>Delete</source>
        <comment>DELETE</comment>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export layout</source>
        <comment>EXPORT_LAYOUT</comment>
        <translation>导出布局</translation>
    </message>
    <message>
        <source>Open layout</source>
        <comment>OPEN_LAYOUT</comment>
        <translation>打开布局</translation>
    </message>
    <message>
        <source>Layout: {name}. {key} goes back.</source>
        <comment>SHOWN_WITH_KEY</comment>
        <translation>布局：{name}。按 {key} 返回。</translation>
    </message>
    <message>
        <source>Layout: {name}.</source>
        <comment>SHOWN</comment>
        <translation>布局：{name}。</translation>
    </message>
    <message>
        <source>The positions of the views can't be read.</source>
        <comment>POSITIONS_UNREADABLE</comment>
        <translation>无法读取视图的位置。</translation>
    </message>
    <message>
        <source>Delete the layout “{name}”?</source>
        <comment>DELETE_THE_LAYOUT</comment>
        <translation>删除布局“{name}”？</translation>
    </message>
    <message>
        <source>Layout</source>
        <comment>LAYOUT_WORD</comment>
        <translation>布局</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <comment>RENAME</comment>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <comment>DELETE_CAPTION</comment>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>The layout “{name}” could be shown only partly</source>
        <comment>NOT_ALL_SHOWN</comment>
        <translation>布局“{name}”只能部分显示</translation>
    </message>
    <message>
        <source>Layout {name} saved.</source>
        <comment>LAYOUT_SAVED</comment>
        <translation>布局 {name} 已保存。</translation>
    </message>
    <message>
        <source>Replace the layout “{name}”?</source>
        <comment>REPLACE_THE_LAYOUT</comment>
        <translation>替换布局“{name}”？</translation>
    </message>
    <message>
        <source>Name (up to {count} characters)</source>
        <comment>NAME_FIELD</comment>
        <translation>名称（最多 {count} 个字符）</translation>
    </message>
    <message>
        <source>A layout “{name}” already exists</source>
        <comment>NAME_TAKEN</comment>
        <translation>布局“{name}”已存在</translation>
    </message>
    <message>
        <source>Show instead of {robot}</source>
        <comment>SHOW_INSTEAD_OF</comment>
        <translation>代替 {robot} 显示</translation>
    </message>
</context>
<context>
    <name>LayoutWording</name>
    <message>
        <source>The name of a layout must have 1 to {limit} characters</source>
        <comment>BAD_NAME</comment>
        <translation>布局名称须为 1 到 {limit} 个字符</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <comment>BAD_NAME_TIP</comment>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>Another version of Teledeck saved the layout</source>
        <comment>OTHER_VERSION</comment>
        <translation>此布局由 Teledeck 的其他版本保存</translation>
    </message>
    <message>
        <source>Save it again with this version.</source>
        <comment>OTHER_VERSION_TIP</comment>
        <translation>请用此版本重新保存。</translation>
    </message>
    <message>
        <source>The layout has no name</source>
        <comment>NO_NAME</comment>
        <translation>布局没有名称</translation>
    </message>
    <message>
        <source>“{part}” can't be used: {reason}.</source>
        <comment>PART_LEFT_OUT</comment>
        <translation>“{part}”无法使用：{reason}。</translation>
    </message>
    <message>
        <source>The position of “{dock}” is not valid and was left out.</source>
        <comment>PLACE_LEFT_OUT</comment>
        <translation>“{dock}”的位置无效，已略去。</translation>
    </message>
    <message>
        <source>A view of the unknown kind “{kind}” was left out.</source>
        <comment>KIND_UNKNOWN</comment>
        <translation>已略去一个未知类别“{kind}”的视图。</translation>
    </message>
    <message>
        <source>A view of the kind “{kind}” without a name was left out.</source>
        <comment>VIEW_UNNAMED</comment>
        <translation>已略去一个没有名称的“{kind}”类视图。</translation>
    </message>
    <message>
        <source>The file is larger than {limit_mib} MiB</source>
        <comment>TOO_LARGE</comment>
        <translation>文件大于 {limit_mib} MiB</translation>
    </message>
    <message>
        <source>This is not a layout.</source>
        <comment>NO_LAYOUT_TIP</comment>
        <translation>这不是布局。</translation>
    </message>
    <message>
        <source>The file is not valid JSON</source>
        <comment>NO_JSON</comment>
        <translation>文件不是有效的 JSON</translation>
    </message>
    <message>
        <source>Line {line}, character {character}: {reason}. The file may be incomplete.</source>
        <comment>NO_JSON_AT_TIP</comment>
        <translation>第 {line} 行第 {character} 个字符：{reason}。文件可能不完整。</translation>
    </message>
    <message>
        <source>{reason}. The file may be incomplete.</source>
        <comment>NO_JSON_TIP</comment>
        <translation>{reason}。文件可能不完整。</translation>
    </message>
    <message>
        <source>The file is not a Teledeck layout</source>
        <comment>NO_LAYOUT</comment>
        <translation>文件不是 Teledeck 布局</translation>
    </message>
    <message>
        <source>The name of a layout file ends with {suffix}.</source>
        <comment>LAYOUT_NAMES_TIP</comment>
        <translation>布局文件的名称以 {suffix} 结尾。</translation>
    </message>
    <message>
        <source>The file has more than {limit} levels</source>
        <comment>TOO_DEEP</comment>
        <translation>文件的嵌套超过 {limit} 层</translation>
    </message>
    <message>
        <source>The file has a number that is too large</source>
        <comment>NUMBER_TOO_LARGE</comment>
        <translation>文件中有过大的数值</translation>
    </message>
    <message>
        <source>The file has a text with invalid characters</source>
        <comment>NO_TEXT</comment>
        <translation>文件中有含无效字符的文本</translation>
    </message>
</context>
<context>
    <name>LineWording</name>
    <message>
        <source>“{key}” is unknown</source>
        <comment>UNKNOWN_KEY</comment>
        <translation>未知的键“{key}”</translation>
    </message>
    <message>
        <source>“{key}” can only be true</source>
        <comment>ONLY_TRUE</comment>
        <translation>“{key}”只能为 true</translation>
    </message>
    <message>
        <source>“unwatched” needs “arm”</source>
        <comment>UNWATCHED_ALONE</comment>
        <translation>“unwatched”需要“arm”</translation>
    </message>
    <message>
        <source>The line is longer than {limit:,} bytes</source>
        <comment>TOO_LONG</comment>
        <translation>此行超过 {limit:,} 字节</translation>
    </message>
    <message>
        <source>The line is not JSON: {error}</source>
        <comment>NO_JSON</comment>
        <translation>此行不是 JSON：{error}</translation>
    </message>
    <message>
        <source>The line is not a JSON object</source>
        <comment>NO_OBJECT</comment>
        <translation>此行不是 JSON 对象</translation>
    </message>
    <message>
        <source>“why” needs “arm”:false</source>
        <comment>WHY_ALONE</comment>
        <translation>“why”需要“arm”:false</translation>
    </message>
    <message>
        <source>A set-point needs “v”, “w” and “hold”</source>
        <comment>NO_SET_POINT</comment>
        <translation>设定值需要“v”、“w”和“hold”</translation>
    </message>
    <message>
        <source>A set-point needs either “v” and “w” or “forward” and “turn”</source>
        <comment>TWO_SET_POINTS</comment>
        <translation>设定值需要“v”和“w”，或者“forward”和“turn”，二者取一</translation>
    </message>
    <message>
        <source>“{key}” needs “forward” and “turn”</source>
        <comment>OF_STICK</comment>
        <translation>“{key}”需要“forward”和“turn”</translation>
    </message>
    <message>
        <source>“{key}” has an unknown value</source>
        <comment>UNKNOWN_VALUE</comment>
        <translation>“{key}”的值未知</translation>
    </message>
    <message>
        <source>More than {limit} lines arrived at the same time</source>
        <comment>TOO_MANY</comment>
        <translation>同时到达的行超过 {limit} 行</translation>
    </message>
    <message>
        <source>“{name}” is not an axis, or is outside -1 to 1</source>
        <comment>NO_AXIS</comment>
        <translation>“{name}”不是轴，或超出 -1 到 1 的范围</translation>
    </message>
    <message>
        <source>“{name}” is not a button, or is neither true nor false</source>
        <comment>NO_BUTTON</comment>
        <translation>“{name}”不是按键，或既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>Only “begin” and “restore” need a gamepad</source>
        <comment>SETUP_NEEDS_PAD</comment>
        <translation>只有“begin”和“restore”需要手柄</translation>
    </message>
    <message>
        <source>Unknown {kind} {name}</source>
        <comment>NO_MEMBER</comment>
        <translation>未知的 {kind} {name}</translation>
    </message>
</context>
<context>
    <name>LinkWording</name>
    <message>
        <source>{host}:{port} broke the link</source>
        <comment>BROKEN</comment>
        <translation>{host}:{port} 中断了连接</translation>
    </message>
    <message>
        <source>The program there may have ended.</source>
        <comment>PROGRAM_ENDED_TIP</comment>
        <translation>对方的程序可能已结束。</translation>
    </message>
    <message>
        <source>This computer aborted the link to {host}:{port}</source>
        <comment>ABORTED</comment>
        <translation>本机中止了与 {host}:{port} 的连接</translation>
    </message>
    <message>
        <source>The computer may have slept or changed networks.</source>
        <comment>ABORTED_TIP</comment>
        <translation>本机可能休眠过，或换了网络。</translation>
    </message>
    <message>
        <source>{host}:{port} can't be reached</source>
        <comment>UNREACHABLE</comment>
        <translation>连不上 {host}:{port}</translation>
    </message>
    <message>
        <source>Check that the robot is on and in the same network.</source>
        <comment>UNREACHABLE_TIP</comment>
        <translation>请检查机器人是否已开机，且在同一网络中。</translation>
    </message>
    <message>
        <source>No network connection to {host}:{port}</source>
        <comment>NO_NETWORK</comment>
        <translation>没有通往 {host}:{port} 的网络连接</translation>
    </message>
    <message>
        <source>The network is down</source>
        <comment>NETWORK_DOWN</comment>
        <translation>网络已断开</translation>
    </message>
    <message>
        <source>Check that this computer is connected to the network of the robot.</source>
        <comment>NO_NETWORK_TIP</comment>
        <translation>请检查本机是否已连接到机器人的网络。</translation>
    </message>
    <message>
        <source>No answer from {host}:{port}</source>
        <comment>NO_ANSWER</comment>
        <translation>{host}:{port} 没有应答</translation>
    </message>
    <message>
        <source>No answer from {host}:{port} within {timeout_s:g} s</source>
        <comment>NO_ANSWER_IN_TIME</comment>
        <translation>{host}:{port} 在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>Check that the robot is on and in the same network. A firewall may drop packets.</source>
        <comment>NO_ANSWER_TIP</comment>
        <translation>请检查机器人是否已开机，且在同一网络中。也可能是防火墙丢弃了数据。</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <comment>TOO_MANY_FILES</comment>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Subscribe to fewer topics at once, or raise the limit (ulimit -n).</source>
        <comment>TOO_MANY_FILES_TIP</comment>
        <translation>请减少同时订阅的话题，或提高上限（ulimit -n）。</translation>
    </message>
    <message>
        <source>No local address is free for a link to {host}:{port}</source>
        <comment>NO_LOCAL_ADDRESS</comment>
        <translation>没有空闲的本机地址可用于连接 {host}:{port}</translation>
    </message>
    <message>
        <source>This computer may have opened too many links recently.</source>
        <comment>NO_LOCAL_ADDRESS_TIP</comment>
        <translation>本机最近建立的连接可能过多。</translation>
    </message>
    <message>
        <source>No program is listening on {host}:{port}</source>
        <comment>NOTHING_LISTENS</comment>
        <translation>{host}:{port} 上没有程序在监听</translation>
    </message>
    <message>
        <source>Check that the server is running and that the port is right.</source>
        <comment>NOTHING_LISTENS_TIP</comment>
        <translation>请检查服务器是否在运行，端口是否正确。</translation>
    </message>
    <message>
        <source>The name “{host}” can't be resolved</source>
        <comment>NAME_UNRESOLVED</comment>
        <translation>名称“{host}”无法解析</translation>
    </message>
    <message>
        <source>“{host}” is not a valid host name</source>
        <comment>HOST_INVALID</comment>
        <translation>“{host}”不是有效的主机名</translation>
    </message>
    <message>
        <source>Check the spelling, or use the IP address of the robot.</source>
        <comment>NAME_TIP</comment>
        <translation>请检查拼写，或使用机器人的 IP 地址。</translation>
    </message>
    <message>
        <source>The link to {host}:{port} failed: {reason}</source>
        <comment>FAILED</comment>
        <translation>与 {host}:{port} 的连接失败：{reason}</translation>
    </message>
    <message>
        <source>{port} is not a port</source>
        <comment>PORT_INVALID</comment>
        <translation>{port} 不是有效的端口</translation>
    </message>
    <message>
        <source>The port must be 1–65535.</source>
        <comment>PORT_INVALID_TIP</comment>
        <translation>端口必须为 1–65535。</translation>
    </message>
    <message>
        <source>{where} accepts links but does not answer within {timeout_s:g} s</source>
        <comment>NO_ANSWER_ON_OPEN_LINK</comment>
        <translation>{where} 接受连接，但在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The program there may hang or be very busy.</source>
        <comment>NO_ANSWER_ON_OPEN_LINK_TIP</comment>
        <translation>对方的程序可能已卡死或非常繁忙。</translation>
    </message>
    <message>
        <source>{where} answered with HTTP status {status}</source>
        <comment>HTTP_STATUS</comment>
        <translation>{where} 返回了 HTTP 状态 {status}</translation>
    </message>
    <message>
        <source>Another kind of server may be listening on that port.</source>
        <comment>OTHER_SERVER_TIP</comment>
        <translation>该端口上可能是另一种服务器在监听。</translation>
    </message>
    <message>
        <source>The answer from {where} is longer than the limit of {limit_bytes:,} bytes</source>
        <comment>ANSWER_TOO_LONG</comment>
        <translation>{where} 的应答超过了 {limit_bytes:,} 字节的上限</translation>
    </message>
    <message>
        <source>Ask for a part of it. If the data is not so large, another kind of server may be listening on that port.</source>
        <comment>ANSWER_TOO_LONG_TIP</comment>
        <translation>请只获取其中一部分。如果数据没有这么大，该端口上可能是另一种服务器在监听。</translation>
    </message>
    <message>
        <source>{where} closed the link without an answer</source>
        <comment>CLOSED_BEFORE_ANSWER</comment>
        <translation>{where} 没有应答就关闭了连接</translation>
    </message>
    <message>
        <source>{where} does not answer in HTTP</source>
        <comment>NO_HTTP</comment>
        <translation>{where} 的应答不是 HTTP</translation>
    </message>
    <message>
        <source>“{where}” is not a valid address</source>
        <comment>ADDRESS_INVALID</comment>
        <translation>“{where}”不是有效的地址</translation>
    </message>
    <message>
        <source>The call to {where} failed: {reason}</source>
        <comment>CALL_FAILED</comment>
        <translation>调用 {where} 失败：{reason}</translation>
    </message>
    <message>
        <source>The link to {host}:{port} ended</source>
        <comment>ENDED</comment>
        <translation>与 {host}:{port} 的连接已结束</translation>
    </message>
    <message>
        <source>An error in Teledeck ended the link to {host}:{port}: {fault}</source>
        <comment>FAULT_OF_PROGRAM</comment>
        <translation>Teledeck 出错，与 {host}:{port} 的连接因此结束：{fault}</translation>
    </message>
    <message>
        <source>See the log for details, and please report it.</source>
        <comment>FAULT_OF_PROGRAM_TIP</comment>
        <translation>详情见日志，请报告此问题。</translation>
    </message>
    <message>
        <source>Port {port} is already in use</source>
        <comment>PORT_IN_USE</comment>
        <translation>端口 {port} 已被占用</translation>
    </message>
    <message>
        <source>Choose another port, or end the program that uses this one.</source>
        <comment>PORT_IN_USE_TIP</comment>
        <translation>请换一个端口，或结束占用它的程序。</translation>
    </message>
    <message>
        <source>This system does not allow Teledeck to listen on port {port}</source>
        <comment>PORT_FORBIDDEN</comment>
        <translation>系统不允许 Teledeck 监听端口 {port}</translation>
    </message>
    <message>
        <source>Choose a port above 1023.</source>
        <comment>PORT_FORBIDDEN_TIP</comment>
        <translation>请选择大于 1023 的端口。</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer</source>
        <comment>NOT_OWN_ADDRESS</comment>
        <translation>{host} 不是本机的地址</translation>
    </message>
    <message>
        <source>Choose one of its own addresses.</source>
        <comment>NOT_OWN_ADDRESS_TIP</comment>
        <translation>请选择一个本机地址。</translation>
    </message>
    <message>
        <source>Teledeck can't listen on {host}:{port}: {reason}</source>
        <comment>CANNOT_LISTEN</comment>
        <translation>Teledeck 无法监听 {host}:{port}：{reason}</translation>
    </message>
    <message>
        <source>This computer was asleep</source>
        <comment>MACHINE_SLEPT</comment>
        <translation>本机休眠过</translation>
    </message>
    <message>
        <source>The robot may have closed the connection.</source>
        <comment>MACHINE_SLEPT_TIP</comment>
        <translation>机器人可能已关闭连接。</translation>
    </message>
    <message>
        <source>The address of this computer towards {peer} changed from {before} to {address}</source>
        <comment>OWN_ADDRESS_CHANGED</comment>
        <translation>本机面向 {peer} 的地址从 {before} 变成了 {address}</translation>
    </message>
    <message>
        <source>The network has changed.</source>
        <comment>OWN_ADDRESS_CHANGED_TIP</comment>
        <translation>网络已改变。</translation>
    </message>
    <message>
        <source>This computer lost the address that it was sending from</source>
        <comment>OWN_ADDRESS_LOST</comment>
        <translation>本机失去了发送所用的地址</translation>
    </message>
    <message>
        <source>The network may have changed.</source>
        <comment>OWN_ADDRESS_LOST_TIP</comment>
        <translation>网络可能已改变。</translation>
    </message>
</context>
<context>
    <name>MessageWording</name>
    <message>
        <source>A pose</source>
        <comment>POSE</comment>
        <translation>位姿</translation>
    </message>
    <message>
        <source>The pose of {name}</source>
        <comment>POSE_OF</comment>
        <translation>{name} 的位姿</translation>
    </message>
    <message>
        <source>A stamped pose</source>
        <comment>STAMPED_POSE</comment>
        <translation>带时间戳的位姿</translation>
    </message>
    <message>
        <source>The transform of {name}</source>
        <comment>TRANSFORM_OF</comment>
        <translation>{name} 的坐标变换</translation>
    </message>
    <message>
        <source>A velocity</source>
        <comment>VELOCITY</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>A twist</source>
        <comment>TWIST</comment>
        <translation>速度指令</translation>
    </message>
    <message>
        <source>An odometry</source>
        <comment>ODOMETRY</comment>
        <translation>里程计</translation>
    </message>
    <message>
        <source>A scan</source>
        <comment>SCAN</comment>
        <translation>激光扫描</translation>
    </message>
    <message>
        <source>A stamped scan</source>
        <comment>STAMPED_SCAN</comment>
        <translation>带时间戳的激光扫描</translation>
    </message>
    <message>
        <source>The origin of a map</source>
        <comment>GRID_ORIGIN</comment>
        <translation>地图原点</translation>
    </message>
    <message>
        <source>{what} can't be shown: {reason}</source>
        <comment>NOT_SHOWN</comment>
        <translation>{what}无法显示：{reason}</translation>
    </message>
    <message>
        <source>{what} is not finite</source>
        <comment>NOT_FINITE</comment>
        <translation>{what}不是有限值</translation>
    </message>
    <message>
        <source>The position is not finite</source>
        <comment>POSITION_NOT_FINITE</comment>
        <translation>位置不是有限值</translation>
    </message>
    <message>
        <source>The position is further away than {limit_m:g} m</source>
        <comment>TOO_FAR</comment>
        <translation>位置的距离超过 {limit_m:g} m</translation>
    </message>
    <message>
        <source>The orientation is not finite</source>
        <comment>ORIENTATION_NOT_FINITE</comment>
        <translation>姿态不是有限值</translation>
    </message>
    <message>
        <source>The orientation is not a quaternion: all values are zero</source>
        <comment>NO_QUATERNION</comment>
        <translation>姿态不是四元数：所有值都为零</translation>
    </message>
    <message>
        <source>The heading is not finite</source>
        <comment>HEADING_NOT_FINITE</comment>
        <translation>航向不是有限值</translation>
    </message>
    <message>
        <source>The name of a frame is not a text</source>
        <comment>FRAME_NO_TEXT</comment>
        <translation>坐标系名称不是文本</translation>
    </message>
    <message>
        <source>The name of a frame has {length:,} characters; the limit is {limit}</source>
        <comment>FRAME_TOO_LONG</comment>
        <translation>坐标系名称有 {length:,} 个字符，上限为 {limit}</translation>
    </message>
    <message>
        <source>The name of a joint is not a text, or is empty</source>
        <comment>JOINT_NO_TEXT</comment>
        <translation>关节名称不是文本，或为空</translation>
    </message>
    <message>
        <source>The name of a joint has {length:,} characters; the limit is {limit}</source>
        <comment>JOINT_TOO_LONG</comment>
        <translation>关节名称有 {length:,} 个字符，上限为 {limit}</translation>
    </message>
    <message>
        <source>The frame “{source}” or “{target}” has more than {limit} parents</source>
        <comment>FRAMES_TOO_DEEP</comment>
        <translation>坐标系“{source}”或“{target}”的上级坐标系超过 {limit} 个</translation>
    </message>
    <message>
        <source>The position of the frame “{frame}” is unknown</source>
        <comment>FRAME_UNKNOWN</comment>
        <translation>坐标系“{frame}”的位置未知</translation>
    </message>
    <message>
        <source>No transforms connect the frames “{source}” and “{target}”</source>
        <comment>FRAMES_NOT_JOINED</comment>
        <translation>坐标系“{source}”与“{target}”之间没有坐标变换</translation>
    </message>
    <message>
        <source>The robot has more than {limit:,} frames</source>
        <comment>TOO_MANY_FRAMES</comment>
        <translation>机器人的坐标系超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>The frame “{frame}” can't be its own parent</source>
        <comment>FRAME_IN_ITSELF</comment>
        <translation>坐标系“{frame}”不能是自己的父坐标系</translation>
    </message>
    <message>
        <source>The frame “{frame}” can't be a child of “{parent}”, which is its child</source>
        <comment>FRAMES_IN_CIRCLE</comment>
        <translation>坐标系“{frame}”不能是“{parent}”的子坐标系，因为后者是它的子坐标系</translation>
    </message>
    <message>
        <source>The ranges of a scan are not floating-point numbers</source>
        <comment>RANGES_NO_FLOATS</comment>
        <translation>激光扫描的距离值不是浮点数</translation>
    </message>
    <message>
        <source>A scan has {count:,} ranges; the limit is {limit:,}</source>
        <comment>TOO_MANY_RANGES</comment>
        <translation>激光扫描有 {count:,} 个距离值，上限为 {limit:,}</translation>
    </message>
    <message>
        <source>The angle_min of a scan is {value:g}</source>
        <comment>FIRST_ANGLE</comment>
        <translation>激光扫描的 angle_min 为 {value:g}</translation>
    </message>
    <message>
        <source>The angle step of a scan is {value:g}</source>
        <comment>ANGLE_STEP</comment>
        <translation>激光扫描的角度步长为 {value:g}</translation>
    </message>
    <message>
        <source>The angle step of a scan is 0, so all ranges have the same direction</source>
        <comment>ANGLE_STEP_ZERO</comment>
        <translation>激光扫描的角度步长为 0，所有距离值方向相同</translation>
    </message>
    <message>
        <source>A limit of the ranges of a scan is not a number</source>
        <comment>RANGE_LIMIT</comment>
        <translation>激光扫描的距离限值不是数值</translation>
    </message>
    <message>
        <source>The resolution of a map is {resolution_m:g} m</source>
        <comment>RESOLUTION</comment>
        <translation>地图分辨率为 {resolution_m:g} m</translation>
    </message>
    <message>
        <source>A map of {width:,} x {height:,} cells is too large to show</source>
        <comment>GRID_TOO_LARGE</comment>
        <translation>地图有 {width:,} x {height:,} 个栅格，过大而无法显示</translation>
    </message>
    <message>
        <source>The limit is {limit:,} cells.</source>
        <comment>GRID_TOO_LARGE_TIP</comment>
        <translation>上限为 {limit:,} 个栅格。</translation>
    </message>
    <message>
        <source>A map of {width} x {height} cells has {count:,} values</source>
        <comment>GRID_CELLS</comment>
        <translation>{width} x {height} 个栅格的地图有 {count:,} 个值</translation>
    </message>
    <message>
        <source>An update of {width:,} x {height:,} cells at {x:,}, {y:,} does not fit the map</source>
        <comment>GRID_CHANGE_PLACE</comment>
        <translation>位于 {x:,}, {y:,} 的 {width:,} x {height:,} 个栅格的更新超出地图范围</translation>
    </message>
    <message>
        <source>A map update of {width} x {height} cells has {count:,} values</source>
        <comment>GRID_CHANGE_CELLS</comment>
        <translation>{width} x {height} 个栅格的地图更新有 {count:,} 个值</translation>
    </message>
    <message>
        <source>A path has more than {limit:,} points</source>
        <comment>TOO_MANY_POINTS</comment>
        <translation>路径超过 {limit:,} 个点</translation>
    </message>
    <message>
        <source>An image of {width} x {height} {format} pixels can't have a step of {step}</source>
        <comment>IMAGE_STEP</comment>
        <translation>{width} x {height} 像素的 {format} 图像，行步长不能为 {step}</translation>
    </message>
    <message>
        <source>An image of {width} x {height} {format} pixels has {present:,} bytes of data, not {whole:,}</source>
        <comment>IMAGE_BYTES</comment>
        <translation>{width} x {height} 像素的 {format} 图像应有 {whole:,} 字节数据，实际为 {present:,} 字节</translation>
    </message>
    <message>
        <source>An image of {width} x {height} pixels is too large to show</source>
        <comment>IMAGE_TOO_LARGE</comment>
        <translation>图像有 {width} x {height} 像素，过大而无法显示</translation>
    </message>
    <message>
        <source>The limit is {limit:,} pixels, and {limit_side:,} per side.</source>
        <comment>IMAGE_TOO_LARGE_TIP</comment>
        <translation>上限为 {limit:,} 像素，单边 {limit_side:,} 像素。</translation>
    </message>
    <message>
        <source>A depth image of {count:,} pixels is too large to unpack</source>
        <comment>DEPTH_TOO_LARGE</comment>
        <translation>深度图像有 {count:,} 像素，过大而无法解压</translation>
    </message>
    <message>
        <source>The limit is {limit:,} pixels.</source>
        <comment>DEPTH_TOO_LARGE_TIP</comment>
        <translation>上限为 {limit:,} 像素。</translation>
    </message>
    <message>
        <source>A depth image of {count:,} pixels can't have {length_bytes:,} bytes</source>
        <comment>DEPTH_BYTES</comment>
        <translation>{count:,} 像素的深度图像不可能有 {length_bytes:,} 字节</translation>
    </message>
    <message>
        <source>A depth image has data after its {count:,} pixels</source>
        <comment>DEPTH_GOES_ON</comment>
        <translation>深度图像在 {count:,} 像素之后还有数据</translation>
    </message>
    <message>
        <source>A depth image is broken: a distance has more than 16 bits</source>
        <comment>DEPTH_NO_DISTANCE</comment>
        <translation>深度图像已损坏：有距离值超过 16 位</translation>
    </message>
    <message>
        <source>A depth image is broken: it has more numbers than pixels</source>
        <comment>DEPTH_TOO_MANY_NUMBERS</comment>
        <translation>深度图像已损坏：数值比像素多</translation>
    </message>
    <message>
        <source>A depth image is broken: a number has no end</source>
        <comment>DEPTH_ENDLESS_NUMBER</comment>
        <translation>深度图像已损坏：有数值没有结尾</translation>
    </message>
    <message>
        <source>A depth image lacks {missing:,} pixels</source>
        <comment>DEPTH_ENDS_EARLY</comment>
        <translation>深度图像缺少 {missing:,} 像素</translation>
    </message>
    <message>
        <source>A depth image is broken: a run is empty</source>
        <comment>DEPTH_EMPTY_RUN</comment>
        <translation>深度图像已损坏：存在空游程</translation>
    </message>
    <message>
        <source>A depth image has more than {count:,} pixels</source>
        <comment>DEPTH_TOO_MANY_PIXELS</comment>
        <translation>深度图像超过 {count:,} 像素</translation>
    </message>
    <message>
        <source>Stamps are {behind_s:.1f} s behind</source>
        <comment>STAMPS_BEHIND</comment>
        <translation>时间戳落后 {behind_s:.1f} s</translation>
    </message>
    <message>
        <source>Stamps are {behind_s:.1f} s behind, and the delay grows</source>
        <comment>STAMPS_FALLING_BEHIND</comment>
        <translation>时间戳落后 {behind_s:.1f} s，且延迟在增大</translation>
    </message>
    <message>
        <source>Stamps are always {by_s:,.1f} s behind: the clocks of the robot and this computer differ</source>
        <comment>CLOCK_BEHIND</comment>
        <translation>时间戳始终落后 {by_s:,.1f} s：机器人与本机的时钟不一致</translation>
    </message>
    <message>
        <source>Stamps are always {by_s:,.1f} s ahead: the clocks of the robot and this computer differ</source>
        <comment>CLOCK_AHEAD</comment>
        <translation>时间戳始终超前 {by_s:,.1f} s：机器人与本机的时钟不一致</translation>
    </message>
</context>
<context>
    <name>NamesWording</name>
    <message>
        <source>{first}, {second}</source>
        <comment>ROW</comment>
        <translation>{first}、{second}</translation>
    </message>
</context>
<context>
    <name>NavigationWording</name>
    <message>
        <source>Set goal</source>
        <comment>SET_GOAL</comment>
        <translation>设定目标</translation>
    </message>
    <message>
        <source>Set initial pose</source>
        <comment>SET_POSE</comment>
        <translation>设定初始位姿</translation>
    </message>
    <message>
        <source>Send the robot to a place: press, drag for the heading, release, then confirm</source>
        <comment>SET_GOAL_TIP</comment>
        <translation>让机器人前往某处：按下，拖动以设定航向，松开，然后确认</translation>
    </message>
    <message>
        <source>Tell the robot where it is: press, drag for the heading, release, then confirm</source>
        <comment>SET_POSE_TIP</comment>
        <translation>告诉机器人它在哪里：按下，拖动以设定航向，松开，然后确认</translation>
    </message>
    <message>
        <source>Can't set a goal: {obstacle}</source>
        <comment>NO_GOAL_NOW</comment>
        <translation>无法设定目标：{obstacle}</translation>
    </message>
    <message>
        <source>Can't set the initial pose: {obstacle}</source>
        <comment>NO_POSE_NOW</comment>
        <translation>无法设定初始位姿：{obstacle}</translation>
    </message>
    <message>
        <source>Press at the goal, drag for the heading and release. The robot drives there by itself, even if this computer or the link to it fails.</source>
        <comment>PRESS_FOR_GOAL</comment>
        <translation>在目标处按下，拖动以设定航向，然后松开。机器人会自行驶向目标，即使本机或与机器人的连接失效。</translation>
    </message>
    <message>
        <source>Press where the robot is, drag for its heading and release.</source>
        <comment>PRESS_FOR_POSE</comment>
        <translation>在机器人所在处按下，拖动以设定其航向，然后松开。</translation>
    </message>
    <message>
        <source>Send {robot} to {place}? It drives there by itself, even if this computer or the link to it fails.</source>
        <comment>ASK_GOAL</comment>
        <translation>让 {robot} 前往 {place}？它会自行驶向那里，即使本机或与它的连接失效。</translation>
    </message>
    <message>
        <source>Send {robot} to {place} by {server}? It drives there by itself, even if this computer or the link to it fails.</source>
        <comment>ASK_GOAL_SERVER</comment>
        <translation>通过 {server} 让 {robot} 前往 {place}？它会自行驶向那里，即使本机或与它的连接失效。</translation>
    </message>
    <message>
        <source>Tell {robot} that it is at {place}?</source>
        <comment>ASK_POSE</comment>
        <translation>告诉 {robot} 它在 {place}？</translation>
    </message>
    <message>
        <source>x {x} m, y {y} m, {heading} in “{frame}”</source>
        <comment>PLACE</comment>
        <translation>x {x} m，y {y} m，{heading}（“{frame}”）</translation>
    </message>
    <message>
        <source>Send goal</source>
        <comment>SEND_GOAL</comment>
        <translation>发送目标</translation>
    </message>
    <message>
        <source>Enter in the map does the same.</source>
        <comment>SEND_GOAL_TIP</comment>
        <translation>在地图中按 Enter 作用相同。</translation>
    </message>
    <message>
        <source>Set pose</source>
        <comment>SEND_POSE</comment>
        <translation>设定位姿</translation>
    </message>
    <message>
        <source>Take back</source>
        <comment>TAKE_BACK</comment>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Send nothing. Esc does the same.</source>
        <comment>TAKE_BACK_TIP</comment>
        <translation>不发送任何内容。按 Esc 作用相同。</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>DONE</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>End the tool. Esc does the same.</source>
        <comment>DONE_TIP</comment>
        <translation>结束此工具。按 Esc 作用相同。</translation>
    </message>
    <message>
        <source>Cancel goal</source>
        <comment>CANCEL</comment>
        <translation>取消目标</translation>
    </message>
    <message>
        <source>Cancels all goals of the robot, also those of other programs. STOP does so, too.</source>
        <comment>CANCEL_TIP</comment>
        <translation>取消机器人的所有目标，包括其他程序的目标。“停止”也会如此。</translation>
    </message>
    <message>
        <source>Give up</source>
        <comment>GIVE_UP</comment>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Stop sending the cancellation: only if you see that the robot stands. Press it twice.</source>
        <comment>GIVE_UP_TIP</comment>
        <translation>不再发送取消请求：仅当你看到机器人已停住时使用。按两次。</translation>
    </message>
    <message>
        <source>No goal is active.</source>
        <comment>NOTHING_TO_CANCEL</comment>
        <translation>没有进行中的目标。</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Not sent: {reason}</source>
        <comment>NOT_SENT</comment>
        <translation>未发送：{reason}</translation>
    </message>
    <message>
        <source>The initial pose was sent</source>
        <comment>POSE_SENT</comment>
        <translation>已发送初始位姿</translation>
    </message>
    <message>
        <source>With a tool for goals: place, then send</source>
        <comment>CONFIRM_KEY</comment>
        <translation>使用目标工具时：放置，然后发送</translation>
    </message>
    <message>
        <source>With a tool for goals: turn the heading</source>
        <comment>TURN_KEY</comment>
        <translation>使用目标工具时：转动航向</translation>
    </message>
    <message>
        <source>With a tool for goals: move the place</source>
        <comment>SHIFT_KEY</comment>
        <translation>使用目标工具时：移动位置</translation>
    </message>
    <message>
        <source>Navigation server</source>
        <comment>SERVERS</comment>
        <translation>导航服务器</translation>
    </message>
    <message>
        <source>show a robot in this view first</source>
        <comment>NO_ROBOT</comment>
        <translation>请先在此视图中显示机器人</translation>
    </message>
    <message>
        <source>only robots on ROS 1 take goals</source>
        <comment>NOT_ROS1</comment>
        <translation>只有 ROS 1 机器人接受目标</translation>
    </message>
    <message>
        <source>allow commands to the robot first</source>
        <comment>VIEW_ONLY</comment>
        <translation>请先允许向机器人发送指令</translation>
    </message>
    <message>
        <source>there is no map or fixed frame</source>
        <comment>NO_FRAME</comment>
        <translation>没有地图或固定坐标系</translation>
    </message>
    <message>
        <source>no navigation server (move_base) is running</source>
        <comment>NO_SERVER</comment>
        <translation>没有运行中的导航服务器（move_base）</translation>
    </message>
    <message>
        <source>several navigation servers are running; choose one under More</source>
        <comment>SEVERAL_SERVERS</comment>
        <translation>有多个导航服务器在运行；请在“更多”中选择一个</translation>
    </message>
    <message>
        <source>the navigation server does not answer</source>
        <comment>SERVER_SILENT</comment>
        <translation>导航服务器没有应答</translation>
    </message>
    <message>
        <source>the frame “{fixed}” of this view is not connected to “{frame}”</source>
        <comment>NOT_PLACED</comment>
        <translation>此视图的坐标系“{fixed}”与“{frame}”之间没有坐标变换</translation>
    </message>
    <message>
        <source>the last goal is still being cancelled</source>
        <comment>STILL_CANCELLING</comment>
        <translation>上一个目标仍在取消中</translation>
    </message>
    <message>
        <source>a goal is active; cancel it first</source>
        <comment>GOAL_ACTIVE</comment>
        <translation>有进行中的目标；请先取消</translation>
    </message>
    <message>
        <source>no node listens to initial poses</source>
        <comment>NOBODY_LISTENS</comment>
        <translation>没有节点接收初始位姿</translation>
    </message>
    <message>
        <source>the robot is armed; disarm it first</source>
        <comment>ROBOT_ARMED</comment>
        <translation>机器人已解锁；请先锁定</translation>
    </message>
    <message>
        <source>STOP is active; press Clear twice first</source>
        <comment>ROBOT_STOPPED</comment>
        <translation>“停止”已生效；请先按两次“复位”</translation>
    </message>
    <message>
        <source>Goal sent; the server has not accepted it yet</source>
        <comment>SENT</comment>
        <translation>目标已发送；服务器尚未接受</translation>
    </message>
    <message>
        <source>Goal accepted; it waits for its turn</source>
        <comment>PENDING</comment>
        <translation>目标已接受；正在排队</translation>
    </message>
    <message>
        <source>The robot drives to the goal</source>
        <comment>ACTIVE</comment>
        <translation>机器人正驶向目标</translation>
    </message>
    <message>
        <source>The robot drives to the goal, {distance} m to go</source>
        <comment>ACTIVE_LEFT</comment>
        <translation>机器人正驶向目标，还有 {distance} m</translation>
    </message>
    <message>
        <source>The robot drives to the goal, and nothing cancels it if Teledeck fails: that process does not start</source>
        <comment>UNWATCHED</comment>
        <translation>机器人正驶向目标，但 Teledeck 一旦失效，没有任何机制取消目标：负责取消的进程无法启动</translation>
    </message>
    <message>
        <source>The robot tries to get free ({behaviour})</source>
        <comment>RECOVERING</comment>
        <translation>机器人正在尝试脱困（{behaviour}）</translation>
    </message>
    <message>
        <source>The goal is being cancelled</source>
        <comment>CANCELLING</comment>
        <translation>正在取消目标</translation>
    </message>
    <message>
        <source>The goal is being cancelled. {behaviour} can't be interrupted: the robot may move until it has ended</source>
        <comment>CANCELLING_UNINTERRUPTED</comment>
        <translation>正在取消目标。{behaviour} 无法中断：在其结束之前，机器人可能移动</translation>
    </message>
    <message>
        <source>All goals are being cancelled</source>
        <comment>CANCELLING_ALL</comment>
        <translation>正在取消所有目标</translation>
    </message>
    <message>
        <source>Goal reached</source>
        <comment>SUCCEEDED</comment>
        <translation>已到达目标</translation>
    </message>
    <message>
        <source>Goal cancelled</source>
        <comment>CANCELLED</comment>
        <translation>目标已取消</translation>
    </message>
    <message>
        <source>Goal cancelled: another program has set a goal, and the robot drives there</source>
        <comment>CANCELLED_BY_OTHER</comment>
        <translation>目标已取消：其他程序设定了目标，机器人正驶向那里</translation>
    </message>
    <message>
        <source>Goal aborted</source>
        <comment>ABORTED</comment>
        <translation>目标已中止</translation>
    </message>
    <message>
        <source>The navigation server rejected the goal</source>
        <comment>REJECTED</comment>
        <translation>导航服务器拒绝了目标</translation>
    </message>
    <message>
        <source>Goal aborted: {text}</source>
        <comment>ABORTED_TEXT</comment>
        <translation>目标已中止：{text}</translation>
    </message>
    <message>
        <source>The navigation server rejected the goal: {text}</source>
        <comment>REJECTED_TEXT</comment>
        <translation>导航服务器拒绝了目标：{text}</translation>
    </message>
    <message>
        <source>The navigation server does not know the goal any more. The robot may still drive</source>
        <comment>LOST</comment>
        <translation>导航服务器已没有此目标的记录。机器人可能仍在行驶</translation>
    </message>
    <message>
        <source>The navigation server is silent, and what became of the goal is not known. The robot may still drive</source>
        <comment>LOST_SILENT</comment>
        <translation>导航服务器没有应答，目标的结果未知。机器人可能仍在行驶</translation>
    </message>
    <message>
        <source>The navigation server did not accept the goal; it was cancelled in case it still arrives</source>
        <comment>UNANSWERED</comment>
        <translation>导航服务器没有接受目标；已取消该目标，以防它稍后送达</translation>
    </message>
    <message>
        <source>The navigation server is silent. The robot may still drive to the goal; STOP and Cancel are sent on</source>
        <comment>SERVER_GONE</comment>
        <translation>导航服务器没有应答。机器人可能仍在驶向目标；“停止”和取消请求会继续发送</translation>
    </message>
    <message>
        <source>The cancellation is not confirmed by {servers} and is sent on. The robot may still drive</source>
        <comment>UNCONFIRMED</comment>
        <translation>{servers} 尚未确认取消，取消请求会继续发送。机器人可能仍在行驶</translation>
    </message>
    <message>
        <source>{servers} did not confirm the cancellation. The robot may still drive. If you see that it stands, press Give up in the Drive menu twice</source>
        <comment>OVERDUE</comment>
        <translation>{servers} 没有确认取消。机器人可能仍在行驶。若你看到它已停住，请在“驾驶”菜单中按两次“放弃取消目标”</translation>
    </message>
    <message>
        <source>If you see that the robot stands, press Give up again within 5 s: nothing is cancelled any more then</source>
        <comment>GIVE_UP_AGAIN</comment>
        <translation>若你看到机器人已停住，请在 5 s 内再按一次“放弃”：之后不再取消任何目标</translation>
    </message>
    <message>
        <source>Another program has set a goal: the robot drives by itself</source>
        <comment>OTHERS</comment>
        <translation>其他程序设定了目标：机器人正在自行行驶</translation>
    </message>
    <message>
        <source>Goal</source>
        <comment>GOAL</comment>
        <translation>目标</translation>
    </message>
    <message>
        <source>Quit Teledeck? {robot} was driving to a goal</source>
        <comment>QUIT_WHILE_GOAL</comment>
        <translation>退出 Teledeck？{robot} 之前正驶向目标</translation>
    </message>
    <message>
        <source>The goal was cancelled when you asked to quit. If you cancel, set it again.</source>
        <comment>QUIT_WHILE_GOAL_TIP</comment>
        <translation>请求退出时已取消目标。若取消退出，请重新设定目标。</translation>
    </message>
</context>
<context>
    <name>NodesWording</name>
    <message>
        <source>{kind} ({count})</source>
        <comment>GROUP</comment>
        <translation>{kind}（{count}）</translation>
    </message>
    <message>
        <source>{name} has no nodes</source>
        <comment>HAS_NONE</comment>
        <translation>{name} 没有节点</translation>
    </message>
    <message>
        <source>Its protocol has only topics: Gazebo does not report which program does what.</source>
        <comment>ONLY_TOPICS</comment>
        <translation>其协议只有话题：Gazebo 不报告哪个程序做什么。</translation>
    </message>
    <message>
        <source>No nodes yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无节点</translation>
    </message>
    <message>
        <source>No nodes</source>
        <comment>NONE</comment>
        <translation>没有节点</translation>
    </message>
    <message>
        <source>No program runs on this robot.</source>
        <comment>NONE_TIP</comment>
        <translation>此机器人上没有程序在运行。</translation>
    </message>
    <message>
        <source>{count} nodes</source>
        <comment>NODES</comment>
        <translation>{count} 个节点</translation>
    </message>
    <message>
        <source>1 node</source>
        <comment>ONE_NODE</comment>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>Asking {name}…</source>
        <comment>ASKING</comment>
        <translation>正在询问 {name}…</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms at {address}, process {pid}</source>
        <comment>ANSWERS</comment>
        <translation>{name} 在 {time} ms 内应答，地址 {address}，进程 {pid}</translation>
    </message>
    <message>
        <source>{name} ended</source>
        <comment>GONE</comment>
        <translation>{name} 已结束</translation>
    </message>
    <message>
        <source>{name} started</source>
        <comment>NEW</comment>
        <translation>{name} 已启动</translation>
    </message>
    <message>
        <source>publishes</source>
        <comment>PUBLISHES</comment>
        <translation>发布</translation>
    </message>
    <message>
        <source>subscribes to</source>
        <comment>SUBSCRIBES</comment>
        <translation>订阅</translation>
    </message>
    <message>
        <source>this program</source>
        <comment>OURS</comment>
        <translation>本程序</translation>
    </message>
    <message>
        <source>publishes {count}</source>
        <comment>PUBLISHES_COUNT</comment>
        <translation>发布 {count} 个</translation>
    </message>
    <message>
        <source>subscribes to {count}</source>
        <comment>SUBSCRIBES_COUNT</comment>
        <translation>订阅 {count} 个</translation>
    </message>
    <message>
        <source>offers {count} services</source>
        <comment>OFFERS_COUNT</comment>
        <translation>提供 {count} 个服务</translation>
    </message>
    <message>
        <source>offers 1 service</source>
        <comment>OFFERS_ONE</comment>
        <translation>提供 1 个服务</translation>
    </message>
    <message>
        <source>offers services</source>
        <comment>OFFERS_SERVICES</comment>
        <translation>提供服务</translation>
    </message>
    <message>
        <source>Filter by node, topic, type or service</source>
        <comment>FILTER_BY_NODE_TOPIC</comment>
        <translation>按节点、话题、类型或服务筛选</translation>
    </message>
    <message>
        <source>Refresh</source>
        <comment>REFRESH</comment>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Refresh the list of nodes ({key})</source>
        <comment>REFRESH_TIP</comment>
        <translation>刷新节点列表（{key}）</translation>
    </message>
    <message>
        <source>No matches</source>
        <comment>NO_MATCHES</comment>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>Clear the filter.</source>
        <comment>CLEAR_THE_FILTER</comment>
        <translation>请清除筛选。</translation>
    </message>
    <message>
        <source>Links of the node</source>
        <comment>LINKS_OF_THE_NODE</comment>
        <translation>节点的连接</translation>
    </message>
    <message>
        <source>Nodes</source>
        <comment>NODES_TEXT</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Node</source>
        <comment>NODE</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>Function</source>
        <comment>FUNCTION</comment>
        <translation>功能</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Show in the topic list</source>
        <comment>SHOW_IN_THE_TOPIC</comment>
        <translation>在话题列表中显示</translation>
    </message>
    <message>
        <source>{name}
Enter or a double click shows it in the topic list</source>
        <comment>TOPIC_TIP</comment>
        <translation>{name}
按 Enter 或双击，在话题列表中显示</translation>
    </message>
    <message>
        <source>Copy as command: {command}</source>
        <comment>COPY_AS_COMMAND</comment>
        <translation>复制为命令：{command}</translation>
    </message>
    <message>
        <source>Refresh the list of nodes</source>
        <comment>REFRESH_KEY</comment>
        <translation>刷新节点列表</translation>
    </message>
</context>
<context>
    <name>NrpDoctorWording</name>
    <message>
        <source>{engine} answers</source>
        <comment>ENGINE_ANSWERS</comment>
        <translation>{engine} 有应答</translation>
    </message>
    <message>
        <source>The gRPC health service reports {word}</source>
        <comment>HEALTH</comment>
        <translation>gRPC 健康检查服务报告 {word}</translation>
    </message>
    <message>
        <source>The engine may be starting or ending.</source>
        <comment>UNHEALTHY_TIP</comment>
        <translation>引擎可能正在启动或结束。</translation>
    </message>
    <message>
        <source>The server has no gRPC health service ({word}), but engines have one</source>
        <comment>NO_HEALTH</comment>
        <translation>服务器没有 gRPC 健康检查服务（{word}），而引擎应该有</translation>
    </message>
    <message>
        <source>It may be another kind of server, or another version of an engine.</source>
        <comment>NO_HEALTH_TIP</comment>
        <translation>可能是其他种类的服务器，或引擎的其他版本。</translation>
    </message>
    <message>
        <source>The engine stopped answering during the measurement</source>
        <comment>CEASED_TO_ANSWER</comment>
        <translation>引擎在测量期间停止应答</translation>
    </message>
    <message>
        <source>{count} answers took {median_ms:.1f} ms (median), at most {longest_ms:.1f} ms</source>
        <comment>PACE</comment>
        <translation>{count} 次应答耗时 {median_ms:.1f} ms（中位数），最长 {longest_ms:.1f} ms</translation>
    </message>
    <message>
        <source>Answers come between two steps of the simulation, so a step can delay an answer by that time.</source>
        <comment>PACE_TIP</comment>
        <translation>引擎在仿真的两个步之间应答，因此一个步可能使应答延迟这么久。</translation>
    </message>
    <message>
        <source>Answers wait for a step to end, up to about {longest_ms:.0f} ms, so values can't arrive more often.</source>
        <comment>PACE_SLOW_TIP</comment>
        <translation>应答要等一个步结束，最长约 {longest_ms:.0f} ms，因此值的到达频率受此限制。</translation>
    </message>
    <message>
        <source>A JSON engine answers at {addresses}</source>
        <comment>OTHER_ENGINES</comment>
        <translation>{addresses} 上有 JSON 引擎应答</translation>
    </message>
    <message>
        <source>If the port of an engine is in use at its start, it takes the next free one.</source>
        <comment>OTHER_ENGINES_TIP</comment>
        <translation>引擎启动时若端口已被占用，会使用下一个空闲端口。</translation>
    </message>
    <message>
        <source>An MQTT broker answers at {host}:{port}, but {who} has not sent data</source>
        <comment>BROKER_UNUSED</comment>
        <translation>{host}:{port} 上有 MQTT 代理应答，但没有来自 {who} 的数据</translation>
    </message>
    <message>
        <source>If an engine publishes there, read it there: this does not disturb the simulation.</source>
        <comment>BROKER_UNUSED_TIP</comment>
        <translation>如果有引擎在那里发布，请从那里读取：这不会干扰仿真。</translation>
    </message>
    <message>
        <source>Its data can be read without disturbing the simulation: {ways}</source>
        <comment>PUBLISHES</comment>
        <translation>可以在不干扰仿真的情况下读取其数据：{ways}</translation>
    </message>
    <message>
        <source>Reading here does not disturb the simulation and takes no camera frames.</source>
        <comment>QUIET_TIP</comment>
        <translation>从这里读取不会干扰仿真，也不会取走相机的帧。</translation>
    </message>
    <message>
        <source>The broker answers and allows reading</source>
        <comment>BROKER_ANSWERS</comment>
        <translation>MQTT 代理有应答，并允许读取</translation>
    </message>
    <message>
        <source>Publishing engines: {names}</source>
        <comment>ENGINES</comment>
        <translation>正在发布的引擎：{names}</translation>
    </message>
    <message>
        <source>The engine publishes</source>
        <comment>ENGINE_PUBLISHES</comment>
        <translation>引擎正在发布</translation>
    </message>
    <message>
        <source>“{pack}”: {reason}</source>
        <comment>PACK_FAULT</comment>
        <translation>“{pack}”：{reason}</translation>
    </message>
    <message>
        <source>“{pack}” is unknown</source>
        <comment>PACK_UNKNOWN</comment>
        <translation>“{pack}”未知</translation>
    </message>
    <message>
        <source>“{pack}” is a {type_name}</source>
        <comment>PACK_TYPE</comment>
        <translation>“{pack}”的类型为 {type_name}</translation>
    </message>
    <message>
        <source>“{pack}” may be a camera and was not read: reading takes the frame away from the simulation</source>
        <comment>CAMERA</comment>
        <translation>“{pack}”可能是相机，因此没有读取：读取会从仿真中取走该帧</translation>
    </message>
    <message>
        <source>“{pack}” exists but has no new value</source>
        <comment>NOTHING_NEW</comment>
        <translation>“{pack}”存在，但没有新值</translation>
    </message>
</context>
<context>
    <name>NrpWireWording</name>
    <message>
        <source>This is not the address of an NRP-core engine</source>
        <comment>ADDRESS_INVALID</comment>
        <translation>这不是 NRP-core 引擎的地址</translation>
    </message>
    <message>
        <source>Write nrp+grpc://HOST:9004?packs=rover::chassis,rover::left_hinge, nrp+json://HOST:9002?packs=…, or nrp+mqtt://BROKER:1883/ENGINE.</source>
        <comment>ADDRESS_TIP</comment>
        <translation>请写成 nrp+grpc://HOST:9004?packs=rover::chassis,rover::left_hinge、nrp+json://HOST:9002?packs=… 或 nrp+mqtt://BROKER:1883/ENGINE。</translation>
    </message>
    <message>
        <source>The port must be 1–65535, not {port}</source>
        <comment>ADDRESS_PORT</comment>
        <translation>端口必须为 1–65535，不能是 {port}</translation>
    </message>
    <message>
        <source>The address of a broker takes no parameters: DataPacks appear when they arrive</source>
        <comment>BROKER_PARAMETERS</comment>
        <translation>MQTT 代理的地址不带参数：数据包（DataPack）到达时自会出现</translation>
    </message>
    <message>
        <source>The address of an engine can't have “{part}”</source>
        <comment>ADDRESS_PART</comment>
        <translation>引擎的地址中不能有“{part}”</translation>
    </message>
    <message>
        <source>The address names {count} DataPacks; the limit is {limit}</source>
        <comment>ADDRESS_PACKS</comment>
        <translation>地址中写了 {count} 个数据包（DataPack）；上限为 {limit}</translation>
    </message>
    <message>
        <source>The address has more than {limit} parameters</source>
        <comment>TOO_MANY_PARAMETERS</comment>
        <translation>地址的参数超过 {limit} 个</translation>
    </message>
    <message>
        <source>rate={rate} must be a number from {low_hz:g} to {high_hz:g}</source>
        <comment>ADDRESS_RATE</comment>
        <translation>rate={rate} 必须是 {low_hz:g} 到 {high_hz:g} 之间的数</translation>
    </message>
    <message>
        <source>The rate says how often per second values are requested.</source>
        <comment>ADDRESS_RATE_TIP</comment>
        <translation>该频率表示每秒请求多少次值。</translation>
    </message>
    <message>
        <source>“{engine}” can't be the name of an engine: {reason}</source>
        <comment>ENGINE_INVALID</comment>
        <translation>“{engine}”不能作为引擎名称：{reason}</translation>
    </message>
    <message>
        <source># and + have a special meaning in MQTT</source>
        <comment>ENGINE_WILDCARD</comment>
        <translation># 和 + 在 MQTT 中有特殊含义</translation>
    </message>
    <message>
        <source>The name of an engine can't contain a slash, and the topic of a DataTransfer engine ends in nrp_simulation/ID/data</source>
        <comment>ENGINE_SLASH</comment>
        <translation>引擎名称不能含有斜杠，而 DataTransfer 引擎的话题以 nrp_simulation/ID/data 结尾</translation>
    </message>
    <message>
        <source>Write nrp+mqtt://BROKER:1883/ENGINE with the name of the engine in the experiment.</source>
        <comment>BROKER_TIP</comment>
        <translation>请写成 nrp+mqtt://BROKER:1883/ENGINE，其中引擎名称取自实验。</translation>
    </message>
    <message>
        <source>The name of the DataPack is empty</source>
        <comment>PACK_UNNAMED</comment>
        <translation>数据包（DataPack）的名称为空</translation>
    </message>
    <message>
        <source>“{pack}” can't be the name of a DataPack: {reason}</source>
        <comment>PACK_NAME_INVALID</comment>
        <translation>“{pack}”不能作为数据包（DataPack）的名称：{reason}</translation>
    </message>
    <message>
        <source>Commas separate names</source>
        <comment>COMMAS_SEPARATE</comment>
        <translation>逗号用于分隔名称</translation>
    </message>
    <message>
        <source>Write the name as in the configuration of the engine: rover, rover::chassis, rover::left_hinge, rover::head::camera.</source>
        <comment>PACK_NAME_TIP</comment>
        <translation>请按引擎配置中的写法书写名称：rover、rover::chassis、rover::left_hinge、rover::head::camera。</translation>
    </message>
    <message>
        <source>The file has {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>FILE_TOO_LONG</comment>
        <translation>文件有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>The file is not a text file</source>
        <comment>FILE_NO_TEXT</comment>
        <translation>文件不是文本文件</translation>
    </message>
    <message>
        <source>The file names no engine and no DataPack</source>
        <comment>FILE_EMPTY</comment>
        <translation>文件中没有引擎，也没有数据包（DataPack）</translation>
    </message>
    <message>
        <source>The file names {count:,} engines; the limit is {limit}</source>
        <comment>FILE_ENGINES</comment>
        <translation>文件中有 {count:,} 个引擎；上限为 {limit}</translation>
    </message>
    <message>
        <source>The file names {count:,} DataPacks; the limit is {limit}</source>
        <comment>FILE_PACKS</comment>
        <translation>文件中有 {count:,} 个数据包（DataPack）；上限为 {limit}</translation>
    </message>
    <message>
        <source>Line {line} has {length:,} characters, which is not a list of names</source>
        <comment>LINE_TOO_LONG</comment>
        <translation>第 {line} 行有 {length:,} 个字符，不是名称列表</translation>
    </message>
    <message>
        <source>Line {line}: {reason}</source>
        <comment>AT_LINE</comment>
        <translation>第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>The file starts like JSON but is not valid: {reason}</source>
        <comment>FILE_NO_JSON</comment>
        <translation>文件开头像 JSON，但内容无效：{reason}</translation>
    </message>
    <message>
        <source>The data is nested too deeply</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>数据嵌套过深</translation>
    </message>
    <message>
        <source>Choose the configuration of an experiment (simulation_config.json), or a text file with one name per line.</source>
        <comment>FILE_TIP</comment>
        <translation>请选择实验的配置文件（simulation_config.json），或每行一个名称的文本文件。</translation>
    </message>
    <message>
        <source>The answer is not a valid {type_name}: {reason}</source>
        <comment>ANSWER_INVALID</comment>
        <translation>应答不是有效的 {type_name}：{reason}</translation>
    </message>
    <message>
        <source>The engine answered with more DataPacks than the {count:,} requested</source>
        <comment>MORE_THAN_ASKED</comment>
        <translation>引擎返回的数据包（DataPack）多于请求的 {count:,} 个</translation>
    </message>
    <message>
        <source>The answer has more fields than one for each of {count:,} DataPacks</source>
        <comment>TOO_MANY_FIELDS</comment>
        <translation>应答的字段过多：{count:,} 个数据包（DataPack）每个只应有一个字段</translation>
    </message>
    <message>
        <source>The engine answered with “{pack}”, which was not requested</source>
        <comment>NOT_ASKED_FOR</comment>
        <translation>引擎返回了未请求的“{pack}”</translation>
    </message>
    <message>
        <source>The answer of the engine lacks “{pack}”</source>
        <comment>LEFT_OUT</comment>
        <translation>引擎的应答中缺少“{pack}”</translation>
    </message>
    <message>
        <source>The engine answered null: it has no DataPack of that name</source>
        <comment>NO_SUCH_PACK</comment>
        <translation>引擎返回 null：它没有此名称的数据包（DataPack）</translation>
    </message>
    <message>
        <source>The answer to a command has {length_bytes:,} bytes</source>
        <comment>ACKNOWLEDGEMENT_TOO_LONG</comment>
        <translation>对指令的应答有 {length_bytes:,} 字节</translation>
    </message>
    <message>
        <source>The answer</source>
        <comment>THE_ANSWER</comment>
        <translation>应答</translation>
    </message>
    <message>
        <source>The message</source>
        <comment>THE_MESSAGE</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>{what} has {length_bytes:,} bytes besides images; the limit is {limit_bytes:,}</source>
        <comment>TEXT_TOO_LONG</comment>
        <translation>{what}除图像外有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>{what} is not JSON: it begins with “{beginning}”</source>
        <comment>NO_JSON</comment>
        <translation>{what}不是 JSON：开头为“{beginning}”</translation>
    </message>
    <message>
        <source>{what} is not a JSON object</source>
        <comment>NO_OBJECT</comment>
        <translation>{what}不是 JSON 对象</translation>
    </message>
    <message>
        <source>Another kind of server may be listening on that port.</source>
        <comment>OTHER_SERVER_TIP</comment>
        <translation>该端口上可能是另一种服务器在监听。</translation>
    </message>
    <message>
        <source>Engines publish DataPacks as JSON objects.</source>
        <comment>JSON_PUBLISHED_TIP</comment>
        <translation>引擎以 JSON 对象发布数据包（DataPack）。</translation>
    </message>
    <message>
        <source>The message is neither JSON nor a valid EngineGrpc.DataPackMessage: {reason}</source>
        <comment>NEITHER_JSON_NOR_PACK</comment>
        <translation>消息既不是 JSON，也不是有效的 EngineGrpc.DataPackMessage：{reason}</translation>
    </message>
    <message>
        <source>The message is not an EngineGrpc.DataPackMessage: it names no DataPack</source>
        <comment>NO_PACK_MESSAGE</comment>
        <translation>消息不是 EngineGrpc.DataPackMessage：其中没有数据包（DataPack）的名称</translation>
    </message>
    <message>
        <source>A DataTransfer engine sends such messages while streamDataPackMessage is true.</source>
        <comment>NO_PACK_MESSAGE_TIP</comment>
        <translation>当 streamDataPackMessage 为 true 时，DataTransfer 引擎会发送这样的消息。</translation>
    </message>
    <message>
        <source>The entry of the DataPack is not a JSON object</source>
        <comment>ENTRY_NO_OBJECT</comment>
        <translation>数据包（DataPack）的条目不是 JSON 对象</translation>
    </message>
    <message>
        <source>The data of the DataPack is not a JSON object</source>
        <comment>DATA_NO_OBJECT</comment>
        <translation>数据包（DataPack）的数据不是 JSON 对象</translation>
    </message>
    <message>
        <source>The data of the DataPack has the type “{type_name}”, not one of {types}</source>
        <comment>DATA_TYPE</comment>
        <translation>数据包（DataPack）的数据类型为“{type_name}”，不在其中：{types}</translation>
    </message>
    <message>
        <source>The data of the DataPack has no type; expected: {types}</source>
        <comment>DATA_UNTYPED</comment>
        <translation>数据包（DataPack）的数据没有类型；应为：{types}</translation>
    </message>
    <message>
        <source>The data of the DataPack lacks the fields of a camera, a link or a joint</source>
        <comment>DATA_FIELDS</comment>
        <translation>数据包（DataPack）的数据没有相机、连杆或关节的字段</translation>
    </message>
    <message>
        <source>Teledeck shows only the DataPacks of Gazebo engines of NRP-core.</source>
        <comment>PACKS_SHOWN_TIP</comment>
        <translation>Teledeck 只显示 NRP-core 的 Gazebo 引擎的数据包（DataPack）。</translation>
    </message>
    <message>
        <source>A DataPack is not a valid Gazebo.{type_name}: {reason}</source>
        <comment>PACK_INVALID</comment>
        <translation>数据包（DataPack）不是有效的 Gazebo.{type_name}：{reason}</translation>
    </message>
    <message>
        <source>A {type_name} has {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>PACK_TOO_LONG</comment>
        <translation>{type_name} 有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>A {type_name} has no {field}</source>
        <comment>FIELD_MISSING</comment>
        <translation>{type_name} 没有 {field}</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is not a whole number of 32 bits</source>
        <comment>NO_SIDE</comment>
        <translation>{type_name} 的 {field} 不是 32 位整数</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is not a list of numbers</source>
        <comment>NO_PIXEL_LIST</comment>
        <translation>{type_name} 的 {field} 不是数字列表</translation>
    </message>
    <message>
        <source>{field} of a {type_name} has a value that is not a whole number</source>
        <comment>NO_INTEGER_PIXEL</comment>
        <translation>{type_name} 的 {field} 含有不是整数的值</translation>
    </message>
    <message>
        <source>{field} of a {type_name} has a value that is not a number from 0 to 255</source>
        <comment>NO_PIXEL</comment>
        <translation>{type_name} 的 {field} 含有不在 0 到 255 之间的值</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is not a list</source>
        <comment>NO_LIST</comment>
        <translation>{type_name} 的 {field} 不是列表</translation>
    </message>
    <message>
        <source>{field} of a {type_name} has {count:,} numbers, not {length}</source>
        <comment>LIST_LENGTH</comment>
        <translation>{type_name} 的 {field} 有 {count:,} 个数，而不是 {length} 个</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is not a finite number</source>
        <comment>NO_FINITE_NUMBER</comment>
        <translation>{type_name} 的 {field} 不是有限值</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is {number}, which is not a finite number</source>
        <comment>NOT_FINITE</comment>
        <translation>{type_name} 的 {field} 为 {number}，不是有限值</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is {number:g}, which is not a finite number of 32 bits</source>
        <comment>NOT_FINITE_32</comment>
        <translation>{type_name} 的 {field} 为 {number:g}，不是 32 位有限值</translation>
    </message>
    <message>
        <source>{field} of a {type_name} is {number}, which is not possible for an image</source>
        <comment>PICTURE_SIDE</comment>
        <translation>{type_name} 的 {field} 为 {number}，图像不可能如此</translation>
    </message>
    <message>
        <source>{field} of a {type_name} has {length_bytes:,} bytes, not {width} x {height} x {depth} = {size_bytes:,}</source>
        <comment>PICTURE_BYTES</comment>
        <translation>{type_name} 的 {field} 有 {length_bytes:,} 字节，而不是 {width} x {height} x {depth} = {size_bytes:,}</translation>
    </message>
    <message>
        <source>{field} is not a list (in {path})</source>
        <comment>NO_LIST_BELOW</comment>
        <translation>{field} 不是列表（在 {path} 中）</translation>
    </message>
    <message>
        <source>{field} has no such field (in {path})</source>
        <comment>NO_FIELD_BELOW</comment>
        <translation>{field} 没有这个字段（在 {path} 中）</translation>
    </message>
    <message>
        <source>{field} has no fields and no elements (in {path})</source>
        <comment>NOTHING_BELOW</comment>
        <translation>{field} 没有字段也没有元素（在 {path} 中）</translation>
    </message>
    <message>
        <source>{field} has {length} numbers (in {path})</source>
        <comment>TOO_FEW_NUMBERS</comment>
        <translation>{field} 只有 {length} 个数（在 {path} 中）</translation>
    </message>
    <message>
        <source>The first number is [0].</source>
        <comment>FIRST_NUMBER_TIP</comment>
        <translation>第一个数是 [0]。</translation>
    </message>
    <message>
        <source>NRP-core: {message} in protobuf, {attribute} in JSON</source>
        <comment>SPELLINGS</comment>
        <translation>NRP-core：protobuf 中为 {message}，JSON 中为 {attribute}</translation>
    </message>
    <message>
        <source>x, y, z, w
NRP-core: {message} in protobuf, {attribute} in JSON</source>
        <comment>SPELLINGS_OF_ROTATION</comment>
        <translation>x, y, z, w
NRP-core：protobuf 中为 {message}，JSON 中为 {attribute}</translation>
    </message>
    <message>
        <source>{note}
{rebuilt}</source>
        <comment>NOTE_REBUILT</comment>
        <translation>{note}
{rebuilt}</translation>
    </message>
    <message>
        <source>The engine did not send w. Teledeck calculated the positive w that fits x, y and z; the real sign is unknown.</source>
        <comment>REBUILT</comment>
        <translation>引擎没有发送 w。Teledeck 按 x、y 和 z 算出了正的 w；真实符号未知。</translation>
    </message>
    <message>
        <source>w calculated</source>
        <comment>MARK_REBUILT</comment>
        <translation>w 为推算</translation>
    </message>
    <message>
        <source>“{pack}” can't take commands through this broker</source>
        <comment>NOT_COMMANDABLE</comment>
        <translation>“{pack}”不能通过此 MQTT 代理接受指令</translation>
    </message>
    <message>
        <source>A joint has no “{name}”</source>
        <comment>NO_QUANTITY_NAMED</comment>
        <translation>关节没有“{name}”</translation>
    </message>
    <message>
        <source>A joint takes {names}.</source>
        <comment>NO_QUANTITY_NAMED_TIP</comment>
        <translation>关节接受 {names}。</translation>
    </message>
    <message>
        <source>A joint takes only one of {names}, not {given}</source>
        <comment>SEVERAL_QUANTITIES</comment>
        <translation>关节只接受 {names} 之一，而不是 {given}</translation>
    </message>
    <message>
        <source>A joint needs one of {names}</source>
        <comment>NO_QUANTITY</comment>
        <translation>关节需要 {names} 之一</translation>
    </message>
    <message>
        <source>Write one of them: {{"velocity": 1.5}}.</source>
        <comment>QUANTITY_TIP</comment>
        <translation>请写出其中一个：{{"velocity": 1.5}}。</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are not a command to a joint</source>
        <comment>COMMAND_BYTES</comment>
        <translation>{length_bytes:,} 字节不是对关节的指令</translation>
    </message>
    <message>
        <source>This is not a valid Gazebo.Joint: {reason}</source>
        <comment>COMMAND_INVALID</comment>
        <translation>这不是有效的 Gazebo.Joint：{reason}</translation>
    </message>
    <message>
        <source>{field} of a joint must be a finite number of 32 bits</source>
        <comment>COMMAND_NOT_FINITE</comment>
        <translation>关节的 {field} 必须是 32 位有限值</translation>
    </message>
</context>
<context>
    <name>NrpWording</name>
    <message>
        <source>The address names no DataPack, and an engine can't list its DataPacks</source>
        <comment>NO_PACK_NAMED</comment>
        <translation>地址中没有写数据包（DataPack），而引擎无法列出自己的数据包</translation>
    </message>
    <message>
        <source>Add the names from the experiment: ?packs=rover,rover::chassis.</source>
        <comment>NO_PACK_NAMED_TIP</comment>
        <translation>请加上实验中的名称：?packs=rover,rover::chassis。</translation>
    </message>
    <message>
        <source>Only {limit} DataPacks can be read at the same time; {count} are not read</source>
        <comment>PACKS_LEFT_OUT</comment>
        <translation>最多只能同时读取 {limit} 个数据包（DataPack）；有 {count} 个没有读取</translation>
    </message>
    <message>
        <source>{count} DataPacks are too many; the limit is {limit}</source>
        <comment>TOO_MANY_PACKS</comment>
        <translation>{count} 个数据包（DataPack）太多；上限为 {limit}</translation>
    </message>
    <message>
        <source>{rate_hz:g} must be a number from {lowest_hz:g} to {highest_hz:g}</source>
        <comment>RATE_INVALID</comment>
        <translation>{rate_hz:g} 必须是 {lowest_hz:g} 到 {highest_hz:g} 之间的数</translation>
    </message>
    <message>
        <source>The rate says how often per second values are requested.</source>
        <comment>RATE_INVALID_TIP</comment>
        <translation>该频率表示每秒请求多少次值。</translation>
    </message>
    <message>
        <source>More than {limit:,} DataPacks have their own rate</source>
        <comment>TOO_MANY_RATES</comment>
        <translation>自定频率的数据包（DataPack）超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>Teledeck requests it again every {interval_s:g} s.</source>
        <comment>ASKED_AGAIN_TIP</comment>
        <translation>Teledeck 每隔 {interval_s:g} s 重新请求一次。</translation>
    </message>
    <message>
        <source>Reading takes each frame away from the simulation</source>
        <comment>FRAME_COST</comment>
        <translation>读取会从仿真中取走每一帧</translation>
    </message>
    <message>
        <source>Reading {packs} takes each frame away from the simulation</source>
        <comment>FRAMES_TAKEN_AWAY</comment>
        <translation>读取 {packs} 会从仿真中取走每一帧</translation>
    </message>
    <message>
        <source>The experiment does not get these frames.</source>
        <comment>FRAMES_TAKEN_AWAY_TIP</comment>
        <translation>实验得不到这些帧。</translation>
    </message>
    <message>
        <source>NRP-core over {wire}</source>
        <comment>SERVER</comment>
        <translation>NRP-core（{wire}）</translation>
    </message>
    <message>
        <source>NRP-core engine {engine} over {wire}</source>
        <comment>ENGINE</comment>
        <translation>NRP-core 引擎 {engine}（{wire}）</translation>
    </message>
    <message>
        <source>NRP-core engines over {wire}</source>
        <comment>ENGINES</comment>
        <translation>NRP-core 引擎（{wire}）</translation>
    </message>
    <message>
        <source>{description} · {state}</source>
        <comment>DESCRIPTION_AND_STATE</comment>
        <translation>{description} · {state}</translation>
    </message>
    <message>
        <source>Paused or not moving: the engine answers, but no value changes</source>
        <comment>STANDS_STILL</comment>
        <translation>已暂停或没有运动：引擎有应答，但所有值都不变</translation>
    </message>
    <message>
        <source>No answer from {host}:{port} for {age_s:g} s</source>
        <comment>STALE</comment>
        <translation>{host}:{port} 已有 {age_s:g} s 没有应答</translation>
    </message>
    <message>
        <source>The engine answers between two steps. A step may take long or hang.</source>
        <comment>SLOW_TIP</comment>
        <translation>引擎在两步之间应答。某一步可能耗时很长或卡死。</translation>
    </message>
    <message>
        <source>The library for {wire} can't be loaded: {reason}</source>
        <comment>LIBRARY_MISSING</comment>
        <translation>{wire} 所需的库无法加载：{reason}</translation>
    </message>
    <message>
        <source>Install Teledeck again; the library is part of it.</source>
        <comment>LIBRARY_MISSING_TIP</comment>
        <translation>请重新安装 Teledeck；其中包含这个库。</translation>
    </message>
    <message>
        <source>An engine accepts no commands of type {type_name}</source>
        <comment>TYPE_NOT_TAKEN</comment>
        <translation>引擎不接受 {type_name} 类型的指令</translation>
    </message>
    <message>
        <source>An engine accepts {type_name}: a position, a velocity or an effort.</source>
        <comment>TYPE_NOT_TAKEN_TIP</comment>
        <translation>引擎接受 {type_name}：位置、速度或力矩。</translation>
    </message>
    <message>
        <source>The link for commands is busy or not connected</source>
        <comment>WAY_BUSY</comment>
        <translation>指令连接繁忙或未连上</translation>
    </message>
    <message>
        <source>The link for commands is not connected yet</source>
        <comment>WAY_MISSING</comment>
        <translation>指令连接尚未连上</translation>
    </message>
    <message>
        <source>The engine closes the link after each answer: {reason}</source>
        <comment>HANGS_UP</comment>
        <translation>引擎每次应答后都关闭连接：{reason}</translation>
    </message>
    <message>
        <source>Commands need a persistent link, as in HTTP/1.1.</source>
        <comment>HANGS_UP_TIP</comment>
        <translation>指令需要持久连接，如 HTTP/1.1。</translation>
    </message>
    <message>
        <source>“{pack}” can't take commands: {reason}</source>
        <comment>NOT_COMMANDED</comment>
        <translation>“{pack}”不能接受指令：{reason}</translation>
    </message>
    <message>
        <source>Write joints as model::joint.</source>
        <comment>NOT_COMMANDED_TIP</comment>
        <translation>请将关节写成 model::joint。</translation>
    </message>
    <message>
        <source>“{pack}” is a {type_name}; an engine accepts commands only for joints</source>
        <comment>NO_JOINT</comment>
        <translation>“{pack}”是 {type_name}；引擎只接受对关节的指令</translation>
    </message>
    <message>
        <source>“{pack}” has no known type; an engine accepts commands only for joints</source>
        <comment>TYPE_UNTOLD</comment>
        <translation>“{pack}”的类型未知；引擎只接受对关节的指令</translation>
    </message>
    <message>
        <source>A joint is named twice</source>
        <comment>JOINT_NAMED_TWICE</comment>
        <translation>同一关节写了两次</translation>
    </message>
    <message>
        <source>A command must have {fields}, and nothing else</source>
        <comment>COMMAND_FIELDS</comment>
        <translation>指令必须有且只有 {fields}</translation>
    </message>
    <message>
        <source>This is not a stop command</source>
        <comment>NO_STANDSTILL</comment>
        <translation>这不是停止指令</translation>
    </message>
    <message>
        <source>{topic} no longer takes commands</source>
        <comment>COMMANDED_NO_MORE</comment>
        <translation>{topic} 不再接受指令</translation>
    </message>
    <message>
        <source>The last command to a joint must be a stop command</source>
        <comment>NO_STANDSTILL_AT_END</comment>
        <translation>对关节的最后一条指令必须是停止指令</translation>
    </message>
    <message>
        <source>An image has {depth_bytes} bytes per pixel</source>
        <comment>PIXEL_SIZE</comment>
        <translation>图像每像素有 {depth_bytes} 字节</translation>
    </message>
    <message>
        <source>Teledeck shows images with 1, 3 and 4 bytes per pixel.</source>
        <comment>PIXEL_SIZE_TIP</comment>
        <translation>Teledeck 只显示每像素 1、3 或 4 字节的图像。</translation>
    </message>
    <message>
        <source>{where} closed the link</source>
        <comment>ENGINE_CLOSED_LINK</comment>
        <translation>{where} 关闭了连接</translation>
    </message>
    <message>
        <source>The engine may have ended or restarted.</source>
        <comment>ENGINE_CLOSED_LINK_TIP</comment>
        <translation>引擎可能已结束或重启。</translation>
    </message>
    <message>
        <source>{where} answers gRPC but is not an NRP-core engine</source>
        <comment>NO_ENGINE</comment>
        <translation>{where} 以 gRPC 应答，但不是 NRP-core 引擎</translation>
    </message>
    <message>
        <source>A gRPC engine usually listens on port 9004. For JSON engines use nrp+json://.</source>
        <comment>NO_ENGINE_TIP</comment>
        <translation>gRPC 引擎通常监听端口 9004。JSON 引擎请用 nrp+json://。</translation>
    </message>
    <message>
        <source>Read fewer cameras at the same time.</source>
        <comment>ANSWER_TOO_LONG_TIP</comment>
        <translation>请减少同时读取的相机。</translation>
    </message>
    <message>
        <source>{where} refuses the request: {reason}</source>
        <comment>QUESTION_REFUSED</comment>
        <translation>{where} 拒绝了请求：{reason}</translation>
    </message>
    <message>
        <source>{where} accepts links but does not answer unencrypted gRPC</source>
        <comment>NO_GRPC</comment>
        <translation>{where} 接受连接，但不应答未加密的 gRPC</translation>
    </message>
    <message>
        <source>{engine} has no joint “{topic}”</source>
        <comment>NO_SUCH_JOINT</comment>
        <translation>{engine} 没有关节“{topic}”</translation>
    </message>
    <message>
        <source>`teledeck topics` lists what the engine publishes. Only joints accept commands.</source>
        <comment>NO_SUCH_JOINT_TIP</comment>
        <translation>`teledeck topics` 会列出引擎发布的内容。只有关节接受指令。</translation>
    </message>
    <message>
        <source>{engine} publishes JSON, and Teledeck does not know how such engines take commands from a broker</source>
        <comment>ENGINE_TAKES_NO_JSON</comment>
        <translation>{engine} 发布 JSON，Teledeck 不知道这类引擎如何从 MQTT 代理接受指令</translation>
    </message>
    <message>
        <source>Send the commands by nrp+json://.</source>
        <comment>ENGINE_TAKES_NO_JSON_TIP</comment>
        <translation>请改用 nrp+json:// 发送指令。</translation>
    </message>
    <message>
        <source>The broker is not connected</source>
        <comment>NO_BROKER_LINK</comment>
        <translation>MQTT 代理未连接</translation>
    </message>
    <message>
        <source>Teledeck ignores this data.</source>
        <comment>STRANGE_TIP</comment>
        <translation>Teledeck 忽略这些数据。</translation>
    </message>
    <message>
        <source>More than {limit:,} DataPacks are published or requested; Teledeck ignores the others</source>
        <comment>PACKS_NOT_READ</comment>
        <translation>发布或请求的数据包（DataPack）超过 {limit:,} 个；Teledeck 忽略其余的</translation>
    </message>
    <message>
        <source>Name one engine in the address.</source>
        <comment>PACKS_NOT_READ_TIP</comment>
        <translation>请在地址中指定一个引擎。</translation>
    </message>
    <message>
        <source>any engine</source>
        <comment>ANY_ENGINE</comment>
        <translation>各引擎</translation>
    </message>
    <message>
        <source>The broker answers, but {who} has not sent data yet</source>
        <comment>NOTHING_CAME</comment>
        <translation>MQTT 代理有应答，但 {who} 尚未发送数据</translation>
    </message>
    <message>
        <source>Check the name of the engine, that it publishes to this broker (asynchronous engines do), and that the simulation runs.</source>
        <comment>NOTHING_CAME_TIP</comment>
        <translation>请检查引擎名称是否正确，它是否发布到此 MQTT 代理（异步引擎才会），以及仿真是否在运行。</translation>
    </message>
    <message>
        <source>{who} sends no more data: it is paused, has ended, or has nothing new</source>
        <comment>NOTHING_COMES</comment>
        <translation>{who} 不再发送数据：已暂停、已结束，或没有新内容</translation>
    </message>
    <message>
        <source>The broker answers, but can't say whether the engine is paused or has ended.</source>
        <comment>NOTHING_COMES_TIP</comment>
        <translation>MQTT 代理有应答，但无法判断引擎是已暂停还是已结束。</translation>
    </message>
    <message>
        <source>A message has {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>MESSAGE_TOO_LONG</comment>
        <translation>消息有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>Another kind of program may be publishing there.</source>
        <comment>MESSAGE_TOO_LONG_TIP</comment>
        <translation>可能是另一种程序在那里发布。</translation>
    </message>
    <message>
        <source>{where} accepts links but sends no greeting within {timeout_s:g} s</source>
        <comment>NO_GREETING</comment>
        <translation>{where} 接受连接，但在 {timeout_s:g} s 内没有发来握手消息</translation>
    </message>
    <message>
        <source>It may not be a broker, or may hang. {tip}</source>
        <comment>NO_GREETING_TIP</comment>
        <translation>它可能不是 MQTT 代理，或已卡死。{tip}</translation>
    </message>
    <message>
        <source>A broker usually listens on port 1883, without encryption.</source>
        <comment>NO_BROKER_TIP</comment>
        <translation>MQTT 代理通常监听端口 1883，不加密。</translation>
    </message>
    <message>
        <source>The broker must allow reading without a user name, a password and encryption.</source>
        <comment>BROKER_UNFIT_TIP</comment>
        <translation>MQTT 代理必须允许不用用户名、密码和加密即可读取。</translation>
    </message>
    <message>
        <source>{where} sends a greeting but does not answer</source>
        <comment>BROKER_SILENT</comment>
        <translation>{where} 发来了握手消息，但没有应答</translation>
    </message>
    <message>
        <source>The broker may hang.</source>
        <comment>BROKER_HANGS_TIP</comment>
        <translation>MQTT 代理可能已卡死。</translation>
    </message>
    <message>
        <source>{where} does not allow reading {topics}</source>
        <comment>TOPICS_FORBIDDEN</comment>
        <translation>{where} 不允许读取 {topics}</translation>
    </message>
    <message>
        <source>{where} has not confirmed the message</source>
        <comment>NOT_CONFIRMED</comment>
        <translation>{where} 没有确认该消息</translation>
    </message>
    <message>
        <source>{where} closed the link or stopped answering</source>
        <comment>BROKER_CLOSED_LINK</comment>
        <translation>{where} 关闭了连接或不再应答</translation>
    </message>
    <message>
        <source>The broker may have ended or restarted.</source>
        <comment>BROKER_CLOSED_LINK_TIP</comment>
        <translation>MQTT 代理可能已结束或重启。</translation>
    </message>
    <message>
        <source>The broker at {where} refuses the connection: {reason}</source>
        <comment>TURNED_AWAY</comment>
        <translation>{where} 上的 MQTT 代理拒绝连接：{reason}</translation>
    </message>
    <message>
        <source>{where} accepts links but does not answer like a broker</source>
        <comment>NO_BROKER</comment>
        <translation>{where} 接受连接，但应答不像 MQTT 代理</translation>
    </message>
</context>
<context>
    <name>PadInputWording</name>
    <message>
        <source>Left stick, left and right</source>
        <comment>LEFTX</comment>
        <translation>左摇杆，左右</translation>
    </message>
    <message>
        <source>Left stick, up and down</source>
        <comment>LEFTY</comment>
        <translation>左摇杆，上下</translation>
    </message>
    <message>
        <source>Right stick, left and right</source>
        <comment>RIGHTX</comment>
        <translation>右摇杆，左右</translation>
    </message>
    <message>
        <source>Right stick, up and down</source>
        <comment>RIGHTY</comment>
        <translation>右摇杆，上下</translation>
    </message>
    <message>
        <source>Left stick ↔</source>
        <comment>SHORT_LEFTX</comment>
        <translation>左摇杆 ↔</translation>
    </message>
    <message>
        <source>Left stick ↕</source>
        <comment>SHORT_LEFTY</comment>
        <translation>左摇杆 ↕</translation>
    </message>
    <message>
        <source>Right stick ↔</source>
        <comment>SHORT_RIGHTX</comment>
        <translation>右摇杆 ↔</translation>
    </message>
    <message>
        <source>Right stick ↕</source>
        <comment>SHORT_RIGHTY</comment>
        <translation>右摇杆 ↕</translation>
    </message>
    <message>
        <source>LT</source>
        <comment>LEFTTRIGGER</comment>
        <translation>LT</translation>
    </message>
    <message>
        <source>RT</source>
        <comment>RIGHTTRIGGER</comment>
        <translation>RT</translation>
    </message>
    <message>
        <source>A</source>
        <comment>A</comment>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <comment>B</comment>
        <translation>B</translation>
    </message>
    <message>
        <source>X</source>
        <comment>X</comment>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <comment>Y</comment>
        <translation>Y</translation>
    </message>
    <message>
        <source>Back</source>
        <comment>BACK</comment>
        <translation>Back</translation>
    </message>
    <message>
        <source>Guide</source>
        <comment>GUIDE</comment>
        <translation>Guide</translation>
    </message>
    <message>
        <source>Start</source>
        <comment>START</comment>
        <translation>Start</translation>
    </message>
    <message>
        <source>Left stick pressed</source>
        <comment>LEFTSTICK</comment>
        <translation>按下左摇杆</translation>
    </message>
    <message>
        <source>Right stick pressed</source>
        <comment>RIGHTSTICK</comment>
        <translation>按下右摇杆</translation>
    </message>
    <message>
        <source>LB</source>
        <comment>LEFTSHOULDER</comment>
        <translation>LB</translation>
    </message>
    <message>
        <source>RB</source>
        <comment>RIGHTSHOULDER</comment>
        <translation>RB</translation>
    </message>
    <message>
        <source>D-pad up</source>
        <comment>DPUP</comment>
        <translation>方向键上</translation>
    </message>
    <message>
        <source>D-pad down</source>
        <comment>DPDOWN</comment>
        <translation>方向键下</translation>
    </message>
    <message>
        <source>D-pad left</source>
        <comment>DPLEFT</comment>
        <translation>方向键左</translation>
    </message>
    <message>
        <source>D-pad right</source>
        <comment>DPRIGHT</comment>
        <translation>方向键右</translation>
    </message>
    <message>
        <source>Misc</source>
        <comment>MISC1</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Paddle 1</source>
        <comment>PADDLE1</comment>
        <translation>背键 1</translation>
    </message>
    <message>
        <source>Paddle 2</source>
        <comment>PADDLE2</comment>
        <translation>背键 2</translation>
    </message>
    <message>
        <source>Paddle 3</source>
        <comment>PADDLE3</comment>
        <translation>背键 3</translation>
    </message>
    <message>
        <source>Paddle 4</source>
        <comment>PADDLE4</comment>
        <translation>背键 4</translation>
    </message>
    <message>
        <source>Touchpad</source>
        <comment>TOUCHPAD</comment>
        <translation>触摸板</translation>
    </message>
    <message>
        <source>W and S</source>
        <comment>KEYS_W_S</comment>
        <translation>W 和 S</translation>
    </message>
    <message>
        <source>A and D</source>
        <comment>KEYS_A_D</comment>
        <translation>A 和 D</translation>
    </message>
    <message>
        <source>Axis {number}</source>
        <comment>AXIS_NUMBER</comment>
        <translation>轴 {number}</translation>
    </message>
    <message>
        <source>Button {number}</source>
        <comment>BUTTON_NUMBER</comment>
        <translation>按键 {number}</translation>
    </message>
</context>
<context>
    <name>PadSetupWording</name>
    <message>
        <source>No robot selected for driving</source>
        <comment>NO_ROBOT</comment>
        <translation>未选择要驾驶的机器人</translation>
    </message>
    <message>
        <source>No gamepad connected</source>
        <comment>NO_PAD</comment>
        <translation>未连接手柄</translation>
    </message>
    <message>
        <source>Connect one by cable or receiver. Teledeck finds it automatically.</source>
        <comment>PLUG_IN</comment>
        <translation>用数据线或接收器连接手柄。Teledeck 会自动找到它。</translation>
    </message>
    <message>
        <source>Step {step} of {steps}</source>
        <comment>STEP</comment>
        <translation>第 {step} 步，共 {steps} 步</translation>
    </message>
    <message>
        <source>drives</source>
        <comment>DRIVES</comment>
        <translation>驾驶中</translation>
    </message>
    <message>
        <source>set up here</source>
        <comment>SET_UP</comment>
        <translation>已在此设置</translation>
    </message>
    <message>
        <source>{name} ({notes})</source>
        <comment>PAD_WITH_NOTES</comment>
        <translation>{name}（{notes}）</translation>
    </message>
    <message>
        <source>Axis {number}</source>
        <comment>AXIS</comment>
        <translation>轴 {number}</translation>
    </message>
    <message>
        <source>No button pressed</source>
        <comment>NO_BUTTON</comment>
        <translation>未按下按键</translation>
    </message>
    <message>
        <source>Pressed: button {buttons}</source>
        <comment>BUTTONS</comment>
        <translation>已按下：按键 {buttons}</translation>
    </message>
    <message>
        <source>Set up a gamepad</source>
        <comment>SET_UP_A_GAMEPAD</comment>
        <translation>设置手柄</translation>
    </message>
    <message>
        <source>&amp;Forget setup</source>
        <comment>FORGET_SETUP</comment>
        <translation>清除设置(&amp;F)</translation>
    </message>
    <message>
        <source>Return to the original state of the gamepad. You can undo this.</source>
        <comment>FORGET_TIP</comment>
        <translation>恢复手柄的原始状态。可以撤销。</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <comment>BACK</comment>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Go back one step</source>
        <comment>BACK_TIP</comment>
        <translation>返回上一步</translation>
    </message>
    <message>
        <source>&amp;Keep buttons</source>
        <comment>KEEP_BUTTONS</comment>
        <translation>保留按键(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the functions of sticks and buttons, and save only the new range.</source>
        <comment>KEEP_TIP</comment>
        <translation>保留摇杆和按键的功能，只保存新的量程。</translation>
    </message>
    <message>
        <source>S&amp;kip</source>
        <comment>SKIP</comment>
        <translation>跳过(&amp;K)</translation>
    </message>
    <message>
        <source>Skip this button.</source>
        <comment>SKIP_TIP</comment>
        <translation>跳过此按键。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <comment>UNDO</comment>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Return to the state before saving.</source>
        <comment>UNDO_TIP</comment>
        <translation>恢复到保存前的状态。</translation>
    </message>
    <message>
        <source>Continue ({key})</source>
        <comment>NEXT_TIP</comment>
        <translation>继续（{key}）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close without changes ({key}).</source>
        <comment>CANCEL_TIP</comment>
        <translation>关闭，不做更改（{key}）。</translation>
    </message>
    <message>
        <source>Copy values</source>
        <comment>COPY_VALUES</comment>
        <translation>复制值</translation>
    </message>
    <message>
        <source>The drive process reads gamepads. Connect a robot, allow commands and open the drive panel. A gamepad moves no robot during its setup.</source>
        <comment>NO_ROBOT_TIP</comment>
        <translation>手柄由驾驶进程读取。请连接机器人、允许指令并打开驾驶面板。设置期间手柄不会移动任何机器人。</translation>
    </message>
    <message>
        <source>Set up</source>
        <comment>SET_UP_TEXT</comment>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Gamepad</source>
        <comment>GAMEPAD</comment>
        <translation>手柄(&amp;G)</translation>
    </message>
    <message>
        <source>Gamepads</source>
        <comment>GAMEPADS</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Teledeck measures the gamepad at rest and at the ends of its sticks. Then you choose the inputs for driving, turning, holding and STOP. The gamepad moves no robot meanwhile, but STOP still works and needs to be cleared.</source>
        <comment>STEPS_TIP</comment>
        <translation>Teledeck 先测量手柄静止时和摇杆推到底时的值。然后由你选择用于驾驶、转向、按住和“停止”的输入。期间手柄不会移动任何机器人，但“停止”仍然有效，之后需要复位。</translation>
    </message>
    <message>
        <source>Save</source>
        <comment>SAVE</comment>
        <translation>保存</translation>
    </message>
    <message>
        <source>Press Enter to set up this gamepad.</source>
        <comment>PRESS_ENTER_TO_SET</comment>
        <translation>按 Enter 设置此手柄。</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>CLOSE</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Next</source>
        <comment>NEXT</comment>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Gamepad</source>
        <comment>GAMEPAD_VIEW</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Position and range of each axis, and the pressed buttons.</source>
        <comment>VIEW_TIP</comment>
        <translation>各轴的位置和量程，以及按下的按键。</translation>
    </message>
</context>
<context>
    <name>PadWording</name>
    <message>
        <source>drive</source>
        <comment>ROLE_DRIVE</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>turn</source>
        <comment>ROLE_TURN</comment>
        <translation>转向</translation>
    </message>
    <message>
        <source>hold to drive</source>
        <comment>ROLE_HOLD</comment>
        <translation>按住驾驶</translation>
    </message>
    <message>
        <source>STOP</source>
        <comment>ROLE_STOP</comment>
        <translation>停止</translation>
    </message>
    <message>
        <source>turbo</source>
        <comment>ROLE_TURBO</comment>
        <translation>加速</translation>
    </message>
    <message>
        <source>slow</source>
        <comment>ROLE_SLOW</comment>
        <translation>慢速</translation>
    </message>
    <message>
        <source>speed up</source>
        <comment>ROLE_FASTER</comment>
        <translation>提速</translation>
    </message>
    <message>
        <source>speed down</source>
        <comment>ROLE_SLOWER</comment>
        <translation>降速</translation>
    </message>
    <message>
        <source>right stick ↕</source>
        <comment>ROLE_OTHER_AHEAD</comment>
        <translation>右摇杆 ↕</translation>
    </message>
    <message>
        <source>right stick ↔</source>
        <comment>ROLE_OTHER_ACROSS</comment>
        <translation>右摇杆 ↔</translation>
    </message>
    <message>
        <source>arm</source>
        <comment>ROLE_ARM</comment>
        <translation>解锁</translation>
    </message>
    <message>
        <source>clear</source>
        <comment>ROLE_CLEAR</comment>
        <translation>复位</translation>
    </message>
    <message>
        <source>mark moments (Y)</source>
        <comment>ROLE_MARK</comment>
        <translation>标记时刻（Y）</translation>
    </message>
    <message>
        <source>axis {number}</source>
        <comment>AXIS</comment>
        <translation>轴 {number}</translation>
    </message>
    <message>
        <source>button {number}</source>
        <comment>BUTTON</comment>
        <translation>按键 {number}</translation>
    </message>
    <message>
        <source>hat {number}</source>
        <comment>HAT</comment>
        <translation>方向帽 {number}</translation>
    </message>
    <message>
        <source>No gamepad. You can connect one at any time.</source>
        <comment>NO_PAD</comment>
        <translation>没有手柄。可随时接入。</translation>
    </message>
    <message>
        <source>No gamepads: {trouble}. {tip}</source>
        <comment>NO_PADS</comment>
        <translation>没有手柄：{trouble}。{tip}</translation>
    </message>
    <message>
        <source>{name}: {trouble}.</source>
        <comment>TROUBLE</comment>
        <translation>{name}：{trouble}。</translation>
    </message>
    <message>
        <source>Install the packages pysdl2 and pysdl2-dll, or drive without a gamepad.</source>
        <comment>INSTALL_SDL</comment>
        <translation>请安装软件包 pysdl2 和 pysdl2-dll，或不用手柄驾驶。</translation>
    </message>
    <message>
        <source>Install Teledeck again, or drive without a gamepad.</source>
        <comment>INSTALL_AGAIN</comment>
        <translation>请重新安装 Teledeck，或不用手柄驾驶。</translation>
    </message>
    <message>
        <source>SDL can't start: {error}</source>
        <comment>SDL_NOT_STARTED</comment>
        <translation>SDL 无法启动：{error}</translation>
    </message>
    <message>
        <source>See the system log.</source>
        <comment>SEE_LOG</comment>
        <translation>请查看系统日志。</translation>
    </message>
    <message>
        <source>SDL can't be loaded: {error}</source>
        <comment>SDL_NOT_LOADED</comment>
        <translation>SDL 无法加载：{error}</translation>
    </message>
    <message>
        <source>SDL can't create a virtual gamepad: {error}</source>
        <comment>NO_VIRTUAL_PAD</comment>
        <translation>SDL 无法创建虚拟手柄：{error}</translation>
    </message>
    <message>
        <source>Move every stick and press every trigger once. Then release everything and press Next.</source>
        <comment>WAKE</comment>
        <translation>每个摇杆都动一下，每个扳机键都按一次。然后全部松开，点“下一步”。</translation>
    </message>
    <message>
        <source>Move every stick around its edge twice, press every trigger all the way, then press Next.</source>
        <comment>SWEEP_THEN_NEXT</comment>
        <translation>每个摇杆沿边缘转两圈，每个扳机键按到底，然后点“下一步”。</translation>
    </message>
    <message>
        <source>Try the gamepad: no robot moves now. Save keeps the setup for every gamepad of this kind.</source>
        <comment>TRY_IT</comment>
        <translation>试试手柄：现在不会有机器人运动。“保存”后，此设置用于所有同型号手柄。</translation>
    </message>
    <message>
        <source>Saved. Move every stick once and arm again to drive with it.</source>
        <comment>SAVED</comment>
        <translation>已保存。每个摇杆都动一下，重新解锁即可用它驾驶。</translation>
    </message>
    <message>
        <source>The gamepad was disconnected. Connect it and begin again.</source>
        <comment>PULLED_OUT</comment>
        <translation>手柄已断开。请接上后重新开始。</translation>
    </message>
    <message>
        <source>The original setup is back. Arm again to drive with it.</source>
        <comment>RESTORED</comment>
        <translation>已恢复原始设置。重新解锁即可用它驾驶。</translation>
    </message>
    <message>
        <source>The previous setup is back. Arm again to drive with it.</source>
        <comment>UNDONE</comment>
        <translation>已恢复之前的设置。重新解锁即可用它驾驶。</translation>
    </message>
    <message>
        <source>The setup could not be saved. It applies until you drive another robot.</source>
        <comment>NOT_KEPT</comment>
        <translation>设置无法保存。在改驾驶其他机器人之前仍有效。</translation>
    </message>
    <message>
        <source>The profile of the robot finds no input for {roles}</source>
        <comment>PROFILE_FINDS_NOTHING</comment>
        <translation>机器人的配置档案找不到以下功能的输入：{roles}</translation>
    </message>
    <message>
        <source>Go back, or change the profile.</source>
        <comment>GO_BACK</comment>
        <translation>请返回上一步，或更改配置档案。</translation>
    </message>
    <message>
        <source>The ends and the middle of an axis are not in order</source>
        <comment>AXIS_OUT_OF_ORDER</comment>
        <translation>轴的两端与中点顺序不对</translation>
    </message>
    <message>
        <source>An axis moves too much while at rest</source>
        <comment>AXIS_TREMBLES</comment>
        <translation>轴在静止时抖动过大</translation>
    </message>
    <message>
        <source>An axis does not move far enough</source>
        <comment>AXIS_TOO_SHORT</comment>
        <translation>轴的行程不够</translation>
    </message>
    <message>
        <source>Release everything and don't touch the gamepad.</source>
        <comment>REST</comment>
        <translation>全部松开，不要碰手柄。</translation>
    </message>
    <message>
        <source>Move every stick around its edge twice and press every trigger all the way.</source>
        <comment>SWEEP</comment>
        <translation>每个摇杆沿边缘转两圈，每个扳机键按到底。</translation>
    </message>
    <message>
        <source>This is another device</source>
        <comment>ANOTHER_DEVICE</comment>
        <translation>这是另一个设备</translation>
    </message>
    <message>
        <source>Begin again with one device.</source>
        <comment>BEGIN_AGAIN</comment>
        <translation>请只用一个设备重新开始。</translation>
    </message>
    <message>
        <source>Teledeck is still measuring the gamepad at rest</source>
        <comment>STILL_WATCHED</comment>
        <translation>Teledeck 仍在测量静止的手柄</translation>
    </message>
    <message>
        <source>Wait a second.</source>
        <comment>WAIT</comment>
        <translation>请稍等一秒。</translation>
    </message>
    <message>
        <source>Axis {axis} did not move all the way</source>
        <comment>MOVED_ONLY_A_PART</comment>
        <translation>轴 {axis} 没有走完全程</translation>
    </message>
    <message>
        <source>Move every stick all around its edge.</source>
        <comment>MOVE_ALL_AROUND</comment>
        <translation>每个摇杆都沿边缘转一整圈。</translation>
    </message>
    <message>
        <source>No stick moved</source>
        <comment>NOTHING_MOVED</comment>
        <translation>没有摇杆动过</translation>
    </message>
    <message>
        <source>The gamepad moved</source>
        <comment>PAD_MOVED</comment>
        <translation>手柄动了</translation>
    </message>
    <message>
        <source>Put it down, release everything and wait.</source>
        <comment>PUT_IT_DOWN</comment>
        <translation>放下手柄，全部松开，然后等待。</translation>
    </message>
    <message>
        <source>Push the stick for driving forward.</source>
        <comment>PUSH_DRIVE</comment>
        <translation>推动用于前进的摇杆。</translation>
    </message>
    <message>
        <source>Push the stick for turning to the right.</source>
        <comment>PUSH_TURN</comment>
        <translation>推动用于右转的摇杆。</translation>
    </message>
    <message>
        <source>Press the button to hold while driving.</source>
        <comment>PRESS_HOLD</comment>
        <translation>按下驾驶时要按住的按键。</translation>
    </message>
    <message>
        <source>Press the button that stops the robot.</source>
        <comment>PRESS_STOP</comment>
        <translation>按下让机器人停止的按键。</translation>
    </message>
    <message>
        <source>Press the button to hold for turbo, or skip this step.</source>
        <comment>PRESS_TURBO</comment>
        <translation>按下用来按住加速的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Press the button to hold for driving slowly, or skip this step.</source>
        <comment>PRESS_SLOW</comment>
        <translation>按下用来按住慢速驾驶的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Press the button that raises the speed by a step, or skip this step.</source>
        <comment>PRESS_FASTER</comment>
        <translation>按下把速度提高一档的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Press the button that lowers the speed by a step, or skip this step.</source>
        <comment>PRESS_SLOWER</comment>
        <translation>按下把速度降低一档的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Push the other stick forward, or skip this step.</source>
        <comment>PUSH_OTHER_AHEAD</comment>
        <translation>向前推另一个摇杆，或跳过此步。</translation>
    </message>
    <message>
        <source>Push the other stick to the right, or skip this step.</source>
        <comment>PUSH_OTHER_RIGHT</comment>
        <translation>向右推另一个摇杆，或跳过此步。</translation>
    </message>
    <message>
        <source>Press the button that arms, or skip this step.</source>
        <comment>PRESS_ARM</comment>
        <translation>按下用于解锁的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Press the button that clears STOP, or skip this step.</source>
        <comment>PRESS_CLEAR</comment>
        <translation>按下用于复位“停止”的按键，或跳过此步。</translation>
    </message>
    <message>
        <source>Press a button to mark moments with, which profiles know as Y, or skip this step.</source>
        <comment>PRESS_MARK</comment>
        <translation>按下用于标记时刻的按键（配置档案中称为 Y），或跳过此步骤。</translation>
    </message>
    <message>
        <source>Move every stick and press every trigger once, then release everything.</source>
        <comment>WIZARD_REST</comment>
        <translation>每个摇杆都动一下，每个扳机键都按一次，然后全部松开。</translation>
    </message>
    <message>
        <source>Now release it.</source>
        <comment>LET_GO</comment>
        <translation>现在松开。</translation>
    </message>
    <message>
        <source>This step can't be skipped</source>
        <comment>ANSWER_NEEDED</comment>
        <translation>此步不能跳过</translation>
    </message>
    <message>
        <source>Driving needs this input.</source>
        <comment>NO_DRIVING_WITHOUT</comment>
        <translation>驾驶需要此输入。</translation>
    </message>
    <message>
        <source>Some steps are not done yet</source>
        <comment>NOT_ALL_ANSWERED</comment>
        <translation>还有步骤未完成</translation>
    </message>
    <message>
        <source>Do or skip the remaining steps.</source>
        <comment>ANSWER_OR_SKIP</comment>
        <translation>请完成或跳过剩余步骤。</translation>
    </message>
    <message>
        <source>This input already has another function</source>
        <comment>USED_ALREADY</comment>
        <translation>此输入已有其他功能</translation>
    </message>
    <message>
        <source>Use another input, or go back.</source>
        <comment>MOVE_ANOTHER</comment>
        <translation>请用另一个输入，或返回上一步。</translation>
    </message>
    <message>
        <source>This is a button</source>
        <comment>IS_BUTTON</comment>
        <translation>这是按键</translation>
    </message>
    <message>
        <source>Push a stick: a button is only on or off.</source>
        <comment>PUSH_STICK</comment>
        <translation>请推摇杆：按键只有按下和松开。</translation>
    </message>
    <message>
        <source>This input moves in one direction only</source>
        <comment>ONE_DIRECTION</comment>
        <translation>此输入只朝一个方向动</translation>
    </message>
    <message>
        <source>Push a stick that returns to the middle.</source>
        <comment>PUSH_RETURNING_STICK</comment>
        <translation>请推会自动回中的摇杆。</translation>
    </message>
    <message>
        <source>The mapping is too long or has characters that can't be printed</source>
        <comment>MAPPING_TOO_LONG</comment>
        <translation>映射过长，或含有不可打印的字符</translation>
    </message>
    <message>
        <source>The mapping begins with “{guid}”, which is not a GUID</source>
        <comment>MAPPING_NO_GUID</comment>
        <translation>映射开头的“{guid}”不是 GUID</translation>
    </message>
    <message>
        <source>The mapping has nothing after the GUID</source>
        <comment>MAPPING_EMPTY</comment>
        <translation>映射在 GUID 之后没有内容</translation>
    </message>
    <message>
        <source>“{name}” is not an input: {value}</source>
        <comment>MAPPING_NO_INPUT</comment>
        <translation>“{name}”不是输入：{value}</translation>
    </message>
    <message>
        <source>“{name}” is not a direction of a hat: {value}</source>
        <comment>MAPPING_NO_DIRECTION</comment>
        <translation>“{name}”不是方向帽的方向：{value}</translation>
    </message>
    <message>
        <source>No device has an input {input}</source>
        <comment>MAPPING_INPUT_TOO_HIGH</comment>
        <translation>没有设备具有输入 {input}</translation>
    </message>
    <message>
        <source>The sticks and buttons of this gamepad are unknown; set it up first</source>
        <comment>UNKNOWN_PAD</comment>
        <translation>此手柄的摇杆和按键未知；请先设置</translation>
    </message>
    <message>
        <source>The gamepad has no input for {roles}; set it up again, or change the profile of the robot</source>
        <comment>PAD_LACKS</comment>
        <translation>手柄缺少以下功能的输入：{roles}；请重新设置手柄，或更改机器人的配置档案</translation>
    </message>
    <message>
        <source>“{first}” ({first_name}) and “{second}” ({second_name}) are the same input of this gamepad; choose another one in the profile of the robot</source>
        <comment>INPUT_DOUBLED</comment>
        <translation>“{first}”（{first_name}）和“{second}”（{second_name}）在此手柄上是同一个输入；请在机器人的配置档案中另选一个</translation>
    </message>
    <message>
        <source>“{guid}” is not the GUID of a gamepad</source>
        <comment>NO_GUID</comment>
        <translation>“{guid}”不是手柄的 GUID</translation>
    </message>
    <message>
        <source>The name of gamepad {guid} is too long, or can't be printed</source>
        <comment>BAD_NAME</comment>
        <translation>手柄 {guid} 的名称过长，或无法打印</translation>
    </message>
    <message>
        <source>Gamepad {guid} has too many axes</source>
        <comment>TOO_MANY_AXES</comment>
        <translation>手柄 {guid} 的轴过多</translation>
    </message>
    <message>
        <source>The mapping of gamepad {guid} can't be read: {error}</source>
        <comment>BAD_MAPPING</comment>
        <translation>手柄 {guid} 的映射无法读取：{error}</translation>
    </message>
    <message>
        <source>The mapping of gamepad {guid} belongs to another gamepad</source>
        <comment>MAPPING_OF_ANOTHER</comment>
        <translation>手柄 {guid} 的映射属于另一个手柄</translation>
    </message>
    <message>
        <source>{reason}. The default setup of gamepads applies</source>
        <comment>FILE_NOT_USED</comment>
        <translation>{reason}。改用手柄的默认设置</translation>
    </message>
    <message>
        <source>{path} can't be written: {error}</source>
        <comment>FILE_NOT_WRITTEN</comment>
        <translation>{path} 无法写入：{error}</translation>
    </message>
    <message>
        <source>{path} can't be read: {error}</source>
        <comment>FILE_NOT_READ</comment>
        <translation>{path} 无法读取：{error}</translation>
    </message>
    <message>
        <source>{path}: {reason}</source>
        <comment>FILE_FAULT</comment>
        <translation>{path}：{reason}</translation>
    </message>
    <message>
        <source>This is not a gamepad file: it is larger than {limit_kib} KiB</source>
        <comment>FILE_TOO_LONG</comment>
        <translation>这不是手柄文件：它大于 {limit_kib} KiB</translation>
    </message>
    <message>
        <source>This is not a gamepad file: {error}</source>
        <comment>FILE_NO_JSON</comment>
        <translation>这不是手柄文件：{error}</translation>
    </message>
    <message>
        <source>Another version of Teledeck saved this gamepad file</source>
        <comment>FILE_OF_ANOTHER_VERSION</comment>
        <translation>此手柄文件由另一版本的 Teledeck 保存</translation>
    </message>
    <message>
        <source>Use a newer version of Teledeck.</source>
        <comment>TAKE_NEWER</comment>
        <translation>请使用更新版本的 Teledeck。</translation>
    </message>
    <message>
        <source>Gamepad {guid}: {error}</source>
        <comment>BAD_PAD</comment>
        <translation>手柄 {guid}：{error}</translation>
    </message>
    <message>
        <source>An axis of gamepad {guid} is not possible: {reason}</source>
        <comment>IMPOSSIBLE_AXIS</comment>
        <translation>手柄 {guid} 的一个轴不合理：{reason}</translation>
    </message>
    <message>
        <source>Calibrate it again.</source>
        <comment>CALIBRATE_AGAIN</comment>
        <translation>请重新校准。</translation>
    </message>
</context>
<context>
    <name>ParametersWording</name>
    <message>
        <source>{name} has no parameters</source>
        <comment>HAS_NONE</comment>
        <translation>{name} 没有参数</translation>
    </message>
    <message>
        <source>Its protocol has no parameters: Gazebo keeps settings in its world file.</source>
        <comment>HAS_NONE_TIP</comment>
        <translation>其协议没有参数：Gazebo 的设置保存在世界文件中。</translation>
    </message>
    <message>
        <source>No parameters yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无参数</translation>
    </message>
    <message>
        <source>No parameters</source>
        <comment>NONE</comment>
        <translation>没有参数</translation>
    </message>
    <message>
        <source>This robot has no parameters set.</source>
        <comment>NONE_TIP</comment>
        <translation>此机器人没有设置参数。</translation>
    </message>
    <message>
        <source>“{key}” is not a parameter name</source>
        <comment>NO_NAME</comment>
        <translation>“{key}”不是参数名</translation>
    </message>
    <message>
        <source>Delete all parameters in {key} of {name}?</source>
        <comment>DELETE_ALL</comment>
        <translation>删除 {name} 的 {key} 中的所有参数？</translation>
    </message>
    <message>
        <source>Delete {key} of {name}?</source>
        <comment>DELETE</comment>
        <translation>删除 {name} 的 {key}？</translation>
    </message>
    <message>
        <source>This can't be undone. Programs that read it later find no value.</source>
        <comment>DELETE_TIP</comment>
        <translation>此操作无法撤销。之后读取它的程序将得不到值。</translation>
    </message>
    <message>
        <source>“{text}” is neither true nor false</source>
        <comment>NO_BOOLEAN</comment>
        <translation>“{text}”既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>This parameter needs a whole number, not “{text}”</source>
        <comment>NO_INTEGER</comment>
        <translation>此参数需要整数，不能是“{text}”</translation>
    </message>
    <message>
        <source>This parameter needs a number, not “{text}”</source>
        <comment>NO_NUMBER</comment>
        <translation>此参数需要数字，不能是“{text}”</translation>
    </message>
    <message>
        <source>This parameter needs a list such as [1, 2], not “{text}”</source>
        <comment>NO_LIST</comment>
        <translation>此参数需要列表，如 [1, 2]，不能是“{text}”</translation>
    </message>
    <message>
        <source>“{text}” is not a valid value here</source>
        <comment>NOT_WRITABLE</comment>
        <translation>“{text}”在此处不是有效的值</translation>
    </message>
    <message>
        <source>Parameter</source>
        <comment>PARAMETER</comment>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>TYPE</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>true or false</source>
        <comment>BOOLEAN</comment>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>whole number</source>
        <comment>INTEGER</comment>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <comment>NUMBER</comment>
        <translation>数字</translation>
    </message>
    <message>
        <source>text</source>
        <comment>TEXT</comment>
        <translation>文本</translation>
    </message>
    <message>
        <source>list</source>
        <comment>LIST</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>bytes</source>
        <comment>BYTES</comment>
        <translation>字节</translation>
    </message>
    <message>
        <source>nothing</source>
        <comment>NOTHING</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <comment>BYTES_TEXT</comment>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>Add a parameter to {robot}</source>
        <comment>ADD_TITLE</comment>
        <translation>为 {robot} 添加参数</translation>
    </message>
    <message>
        <source>{key} of {robot}</source>
        <comment>EDIT_TITLE</comment>
        <translation>{robot} 的 {key}</translation>
    </message>
    <message>
        <source>/namespace/name</source>
        <comment>NAMESPACE_NAME</comment>
        <translation>/命名空间/名称</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <comment>NAME</comment>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <comment>TYPE_TEXT</comment>
        <translation>类型(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <comment>VALUE_TEXT</comment>
        <translation>值(&amp;V)</translation>
    </message>
    <message>
        <source>Filter by name or value</source>
        <comment>FILTER_BY_NAME_OR</comment>
        <translation>按名称或值筛选</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>ADD</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>Delete</source>
        <comment>DELETE_BUTTON</comment>
        <translation>删除</translation>
    </message>
    <message>
        <source>No parameter matches</source>
        <comment>NO_PARAMETER_MATCHES</comment>
        <translation>没有匹配的参数</translation>
    </message>
    <message>
        <source>Every word must be in the name or the value.</source>
        <comment>EVERY_WORD_MUST_BE</comment>
        <translation>每个词都必须出现在名称或值中。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <comment>PARAMETERS</comment>
        <translation>参数</translation>
    </message>
    <message>
        <source>Add…</source>
        <comment>ADD_TEXT</comment>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Copy name</source>
        <comment>COPY_NAME</comment>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <comment>COPY_AS_JSON</comment>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <comment>COPY_AS_YAML</comment>
        <translation>复制为 YAML</translation>
    </message>
    <message>
        <source>Copy as command: get</source>
        <comment>COPY_AS_COMMAND_GET</comment>
        <translation>复制为命令：get</translation>
    </message>
    <message>
        <source>Copy as command: set</source>
        <comment>COPY_AS_COMMAND_SET</comment>
        <translation>复制为命令：set</translation>
    </message>
    <message>
        <source>Set</source>
        <comment>SET</comment>
        <translation>设置</translation>
    </message>
    <message>
        <source>Add a parameter ({key})</source>
        <comment>ADD_TIP</comment>
        <translation>添加参数（{key}）</translation>
    </message>
    <message>
        <source>Delete the selected parameter ({key})</source>
        <comment>DELETE_SELECTED_TIP</comment>
        <translation>删除选中的参数（{key}）</translation>
    </message>
    <message>
        <source>Edit…</source>
        <comment>EDIT</comment>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <comment>DELETE_ENTRY</comment>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <comment>ADD_A_PARAMETER</comment>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>Delete the parameter, after a question</source>
        <comment>DELETE_KEY</comment>
        <translation>经确认后删除参数</translation>
    </message>
    <message>
        <source>Edit the parameter</source>
        <comment>EDIT_THE_PARAMETER</comment>
        <translation>编辑参数</translation>
    </message>
</context>
<context>
    <name>PlaybackBarWording</name>
    <message>
        <source>Play bar</source>
        <comment>NAME</comment>
        <translation>播放栏</translation>
    </message>
    <message>
        <source>Play</source>
        <comment>PLAY</comment>
        <translation>播放</translation>
    </message>
    <message>
        <source>Play the recording, or pause it ({key})</source>
        <comment>PLAY_TIP</comment>
        <translation>播放录制文件，或暂停（{key}）</translation>
    </message>
    <message>
        <source>Pause</source>
        <comment>PAUSE</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Back to the message before ({key})</source>
        <comment>BACK_TIP</comment>
        <translation>回到上一条消息（{key}）</translation>
    </message>
    <message>
        <source>To the next message of what is read ({key})</source>
        <comment>FORWARD_TIP</comment>
        <translation>到所读话题的下一条消息（{key}）</translation>
    </message>
    <message>
        <source>Place in the recording</source>
        <comment>PLACE</comment>
        <translation>录制文件中的位置</translation>
    </message>
    <message>
        <source>From {start} to {end}. Drag to look elsewhere</source>
        <comment>PLACE_TIP</comment>
        <translation>从 {start} 到 {end}。拖动可查看其他时刻</translation>
    </message>
    <message>
        <source>Recorded time: {time}</source>
        <comment>TIME_TIP</comment>
        <translation>录制时的时间：{time}</translation>
    </message>
    <message>
        <source>{passed} / {duration}</source>
        <comment>OF_DURATION</comment>
        <translation>{passed} / {duration}</translation>
    </message>
    <message>
        <source>Speed</source>
        <comment>RATE</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>How much faster than in reality it is played ({keys})</source>
        <comment>RATE_TIP</comment>
        <translation>播放速度是原速的多少倍（{keys}）</translation>
    </message>
    <message>
        <source>{rate:g} ×</source>
        <comment>TIMES</comment>
        <translation>{rate:g} ×</translation>
    </message>
    <message>
        <source>Loop</source>
        <comment>LOOP</comment>
        <translation>循环</translation>
    </message>
    <message>
        <source>Begin again at the end ({key}), or repeat a part: from here, until here ({keys}), or drag with Shift</source>
        <comment>LOOP_TIP</comment>
        <translation>到结尾后重新开始（{key}），或重复一段：从此处起、到此处止（{keys}），或按住 Shift 拖动</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <comment>BOOKMARK</comment>
        <translation>书签</translation>
    </message>
    <message>
        <source>Set a bookmark here, or take it away ({key}); go to others by {keys}. They are kept for this recording</source>
        <comment>BOOKMARK_TIP</comment>
        <translation>在此处设置或取消书签（{key}）；用 {keys} 转到其他书签。书签随此录制文件保留</translation>
    </message>
    <message>
        <source>Now</source>
        <comment>NOW</comment>
        <translation>现在</translation>
    </message>
    <message>
        <source>Back to what is now ({key})</source>
        <comment>NOW_TIP</comment>
        <translation>回到现在（{key}）</translation>
    </message>
    <message>
        <source>Past</source>
        <comment>PAST</comment>
        <translation>过去</translation>
    </message>
    <message>
        <source>The past</source>
        <comment>THE_PAST</comment>
        <translation>黑匣子</translation>
    </message>
    <message>
        <source>What the black box has kept. Robots go on meanwhile, and plots keep recording</source>
        <comment>PAST_TIP</comment>
        <translation>黑匣子保留的内容。其间机器人照常工作，曲线图继续记录</translation>
    </message>
    <message>
        <source>{time}, {ago} ago</source>
        <comment>AGO</comment>
        <translation>{time}，{ago} 前</translation>
    </message>
    <message>
        <source>{time}: alert. {text}</source>
        <comment>ALERT_AT</comment>
        <translation>{time}：告警。{text}</translation>
    </message>
    <message>
        <source>{time}: stopped. {text}</source>
        <comment>STOP_AT</comment>
        <translation>{time}：已停止。{text}</translation>
    </message>
    <message>
        <source>{time}: incident. {text}</source>
        <comment>INCIDENT_AT</comment>
        <translation>{time}：事件记录。{text}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <comment>MORE_EVENTS</comment>
        <translation>以及另外 {count} 项</translation>
    </message>
    <message>
        <source>{time}: nothing was recorded for {seconds:.1f} s</source>
        <comment>GAP</comment>
        <translation>{time}：有 {seconds:.1f} s 没有任何记录</translation>
    </message>
    <message>
        <source>{time}: {rate:.0f} messages/s</source>
        <comment>RATE_AT</comment>
        <translation>{time}：{rate:.0f} 条消息/s</translation>
    </message>
    <message>
        <source>It stands at {time}</source>
        <comment>SPOKEN_PLACE</comment>
        <translation>当前位置：{time}</translation>
    </message>
    <message>
        <source>marks: {marks}, bookmarks: {bookmarks}, alerts: {alerts}, stops: {stops}, incidents: {incidents}, gaps: {gaps}</source>
        <comment>SPOKEN_CONTENTS</comment>
        <translation>标记：{marks}，书签：{bookmarks}，告警：{alerts}，停止：{stops}，事件记录：{incidents}，空白：{gaps}</translation>
    </message>
    <message>
        <source>Repeated from {start} to {end}</source>
        <comment>LOOP_PART</comment>
        <translation>从 {start} 到 {end} 重复</translation>
    </message>
    <message>
        <source>Align</source>
        <comment>ALIGN</comment>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Let another recording that is open go along with this one</source>
        <comment>ALIGN_TIP</comment>
        <translation>让另一个打开的录制文件跟着这一个</translation>
    </message>
    <message>
        <source>As both stand now</source>
        <comment>ALIGN_HERE</comment>
        <translation>按两者当前的位置</translation>
    </message>
    <message>
        <source>By their starts</source>
        <comment>ALIGN_STARTS</comment>
        <translation>按各自的开头</translation>
    </message>
    <message>
        <source>By their times</source>
        <comment>ALIGN_TIMES</comment>
        <translation>按各自的时间</translation>
    </message>
    <message>
        <source>By the mark: {mark}</source>
        <comment>ALIGN_MARK</comment>
        <translation>按标记：{mark}</translation>
    </message>
    <message>
        <source>Play each by itself</source>
        <comment>ALONE</comment>
        <translation>各自播放</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <comment>UNDO_ALIGNMENT</comment>
        <translation>撤销上次更改</translation>
    </message>
    <message>
        <source> s</source>
        <comment>OFFSET_UNIT</comment>
        <translation> s</translation>
    </message>
    <message>
        <source>{name} goes along, {seconds:.3f} s later</source>
        <comment>IS_LATER</comment>
        <translation>{name} 跟着播放，晚 {seconds:.3f} s</translation>
    </message>
    <message>
        <source>{name} goes along, {seconds:.3f} s earlier</source>
        <comment>IS_EARLIER</comment>
        <translation>{name} 跟着播放，早 {seconds:.3f} s</translation>
    </message>
    <message>
        <source>The past is not shown while a robot is armed, moves, or is moved from here by a goal, a joint or a message. Disarm first, or press STOP, and wait until it stands.</source>
        <comment>NOT_WHILE_DRIVING</comment>
        <translation>有机器人已解锁、在移动，或正由此处通过目标、关节或消息使其移动时，不显示过去。请先锁定，或按“停止”，并等它停稳。</translation>
    </message>
    <message>
        <source>These are times of the robot's own clock, of which the black box knows nothing: choose by receipt</source>
        <comment>OTHER_CLOCK</comment>
        <translation>这是机器人自己的时钟的时间，黑匣子对此一无所知：请按接收时间选择</translation>
    </message>
    <message>
        <source>The recording has no such time, or nothing of it was played then</source>
        <comment>NOT_IN_RECORDING</comment>
        <translation>录制文件中没有这一时刻，或当时没有播放其中的内容</translation>
    </message>
    <message>
        <source>The black box is off: nothing is kept that could be looked back at</source>
        <comment>NO_BOX</comment>
        <translation>黑匣子已关闭：没有保留任何可以回看的内容</translation>
    </message>
    <message>
        <source>The black box has nothing of {time} any more: it begins at {begin}</source>
        <comment>NOT_KEPT</comment>
        <translation>黑匣子已不再保留 {time} 的内容：它从 {begin} 开始</translation>
    </message>
    <message>
        <source>The disk can't follow: it is played more slowly</source>
        <comment>LATE</comment>
        <translation>磁盘速度不够：播放变慢</translation>
    </message>
    <message>
        <source>There is no message in this recording</source>
        <comment>EMPTY</comment>
        <translation>此录制文件中没有消息</translation>
    </message>
    <message>
        <source>There are {limit} bookmarks, as many as a recording may have: take one away first</source>
        <comment>MOST_BOOKMARKS</comment>
        <translation>已有 {limit} 个书签，达到一个录制文件的上限：请先取消一个</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <comment>KEY_PLAY</comment>
        <translation>播放或暂停</translation>
    </message>
    <message>
        <source>Back to the message before, to the next one</source>
        <comment>KEY_STEP</comment>
        <translation>回到上一条消息，到下一条消息</translation>
    </message>
    <message>
        <source>Move by a second</source>
        <comment>KEY_MOVE</comment>
        <translation>移动一秒</translation>
    </message>
    <message>
        <source>Move by ten seconds</source>
        <comment>KEY_FAR</comment>
        <translation>移动十秒</translation>
    </message>
    <message>
        <source>To the beginning, to the end</source>
        <comment>KEY_ENDS</comment>
        <translation>到开头，到结尾</translation>
    </message>
    <message>
        <source>Play more slowly, faster</source>
        <comment>KEY_RATE</comment>
        <translation>更慢，更快</translation>
    </message>
    <message>
        <source>Begin again at the end, or not</source>
        <comment>KEY_LOOP</comment>
        <translation>到结尾后重新开始，或不再重新开始</translation>
    </message>
    <message>
        <source>Repeat from here, until here; a click with Shift repeats nothing</source>
        <comment>KEY_PART</comment>
        <translation>从此处起、到此处止重复；按住 Shift 点击则不再重复</translation>
    </message>
    <message>
        <source>Show less time, more</source>
        <comment>KEY_ZOOM</comment>
        <translation>显示更短、更长的时间</translation>
    </message>
    <message>
        <source>Set a bookmark, or take it away</source>
        <comment>KEY_BOOKMARK</comment>
        <translation>设置或取消书签</translation>
    </message>
    <message>
        <source>To the bookmark before, to the next one</source>
        <comment>KEY_BOOKMARKS</comment>
        <translation>到上一个书签，到下一个书签</translation>
    </message>
    <message>
        <source>To the mark before, to the next one</source>
        <comment>KEY_MARKS</comment>
        <translation>到上一个标记，到下一个标记</translation>
    </message>
    <message>
        <source>Open recording</source>
        <comment>OPEN</comment>
        <translation>打开录制文件</translation>
    </message>
    <message>
        <source>Recordings</source>
        <comment>KINDS</comment>
        <translation>录制文件</translation>
    </message>
    <message>
        <source>All files</source>
        <comment>ALL_FILES</comment>
        <translation>所有文件</translation>
    </message>
</context>
<context>
    <name>PlaybackWording</name>
    <message>
        <source>Recording</source>
        <comment>RECORDING</comment>
        <translation>录制文件</translation>
    </message>
    <message>
        <source>Recording of {duration_s:.1f} s, topics: {topics}, files: {files}</source>
        <comment>SPAN</comment>
        <translation>{duration_s:.1f} s 的录制文件，话题：{topics}，文件：{files}</translation>
    </message>
    <message>
        <source>The recording is open</source>
        <comment>OPEN</comment>
        <translation>录制文件已打开</translation>
    </message>
    <message>
        <source>There is no message in the recording</source>
        <comment>EMPTY</comment>
        <translation>录制文件中没有消息</translation>
    </message>
    <message>
        <source>The recording is closed</source>
        <comment>CLOSED</comment>
        <translation>录制文件已关闭</translation>
    </message>
    <message>
        <source>The address names no file</source>
        <comment>NO_PATH</comment>
        <translation>地址中没有文件</translation>
    </message>
    <message>
        <source>Write file: and the path of a recording.</source>
        <comment>NO_PATH_TIP</comment>
        <translation>请输入 file: 和录制文件的路径。</translation>
    </message>
    <message>
        <source>{path} can't be opened ({reason})</source>
        <comment>NOT_OPENED</comment>
        <translation>无法打开 {path}（{reason}）</translation>
    </message>
    <message>
        <source>Check the path, and that you may read it. It is tried again.</source>
        <comment>NOT_OPENED_TIP</comment>
        <translation>请检查路径以及读取权限。程序会再次尝试。</translation>
    </message>
    <message>
        <source>If {file} is a recording, it may be damaged, or not copied as a whole.</source>
        <comment>DAMAGED_TIP</comment>
        <translation>如果 {file} 是录制文件，它可能已损坏，或没有完整复制。</translation>
    </message>
    <message>
        <source>There is no recording in {path}</source>
        <comment>EMPTY_FOLDER</comment>
        <translation>{path} 中没有录制文件</translation>
    </message>
    <message>
        <source>{count} files are too many to be opened as one recording: {limit} at most</source>
        <comment>TOO_MANY_FILES</comment>
        <translation>{count} 个文件太多，无法作为一个录制文件打开：最多 {limit} 个</translation>
    </message>
    <message>
        <source>The messages of {topic} are shown as bytes: {reason}</source>
        <comment>NOT_DECODED</comment>
        <translation>{topic} 的消息按字节显示：{reason}</translation>
    </message>
    <message>
        <source>{file} was not ended by its writer, and is played as far as it goes (such files: {count})</source>
        <comment>NOT_ENDED</comment>
        <translation>{file} 的写入没有正常结束，只能播放到现有内容为止（此类文件数：{count}）</translation>
    </message>
    <message>
        <source>The last second of it may be missing. Nothing in the file was changed.</source>
        <comment>NOT_ENDED_TIP</comment>
        <translation>最后一秒可能缺失。文件没有任何改动。</translation>
    </message>
    <message>
        <source>{file} is gone from its place</source>
        <comment>GONE</comment>
        <translation>{file} 已不在原处</translation>
    </message>
    <message>
        <source>What is open goes on, if the disk is there. Save nothing over it.</source>
        <comment>GONE_TIP</comment>
        <translation>只要磁盘还在，已打开的内容就能继续播放。请不要覆盖它。</translation>
    </message>
    <message>
        <source>A part of the recording is left out: {reason}</source>
        <comment>LEFT_OUT</comment>
        <translation>录制文件的一部分被跳过：{reason}</translation>
    </message>
    <message>
        <source>The recording can't be read ({reason})</source>
        <comment>NOT_READ</comment>
        <translation>无法读取录制文件（{reason}）</translation>
    </message>
    <message>
        <source>The disk may have been taken out. Open the recording again once it is back.</source>
        <comment>NOT_READ_TIP</comment>
        <translation>磁盘可能已被取出。磁盘恢复后请重新打开录制文件。</translation>
    </message>
</context>
<context>
    <name>PlotWording</name>
    <message>
        <source>{used} of {limit}</source>
        <comment>MEMORY</comment>
        <translation>{used} / {limit}</translation>
    </message>
    <message>
        <source>Memory used and available for the history of all curves</source>
        <comment>MEMORY_TIP</comment>
        <translation>所有曲线的历史已用和可用的内存</translation>
    </message>
    <message>
        <source>Shorter than an hour because of the memory limit: {names}</source>
        <comment>SHORTENED_TIP</comment>
        <translation>因内存限制而不足一小时：{names}</translation>
    </message>
    <message>
        <source>{text}, history shortened</source>
        <comment>SHORTENED</comment>
        <translation>{text}，历史已缩短</translation>
    </message>
    <message>
        <source>New plot</source>
        <comment>NEW_PLOT</comment>
        <translation>新建曲线图</translation>
    </message>
    <message>
        <source>The fields of {topic} are not known yet. Select the topic once</source>
        <comment>NUMBERS_UNKNOWN</comment>
        <translation>{topic} 的字段尚不清楚。请选择一次该话题</translation>
    </message>
    <message>
        <source>{path} has no numbers</source>
        <comment>NO_NUMBERS</comment>
        <translation>{path} 中没有数值</translation>
    </message>
    <message>
        <source>{path} is already in this plot</source>
        <comment>ALREADY_THERE</comment>
        <translation>{path} 已在此曲线图中</translation>
    </message>
    <message>
        <source>Image copied</source>
        <comment>IMAGE_COPIED</comment>
        <translation>已复制图像</translation>
    </message>
    <message>
        <source>Values copied</source>
        <comment>VALUES_COPIED</comment>
        <translation>已复制数值</translation>
    </message>
    <message>
        <source>The clipboard</source>
        <comment>CLIPBOARD</comment>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Copying the image…</source>
        <comment>COPYING_IMAGE</comment>
        <translation>正在复制图像…</translation>
    </message>
    <message>
        <source>Copying the values…</source>
        <comment>COPYING_VALUES</comment>
        <translation>正在复制数值…</translation>
    </message>
    <message>
        <source>More than {count} lines. Export them to a file, or show a shorter time range</source>
        <comment>TOO_MANY_LINES</comment>
        <translation>超过 {count} 行。请导出到文件，或显示更短的时间范围</translation>
    </message>
    <message>
        <source>Saving {file}…</source>
        <comment>WRITING</comment>
        <translation>正在保存 {file}…</translation>
    </message>
    <message>
        <source>{file} saved</source>
        <comment>WRITTEN</comment>
        <translation>已保存 {file}</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>{file} 无法写入：{reason}</translation>
    </message>
    <message>
        <source>A plot can have up to {count} thresholds. Remove one in its menu first</source>
        <comment>TOO_MANY_THRESHOLDS</comment>
        <translation>一个曲线图最多 {count} 个阈值。请先在其菜单中移除一个</translation>
    </message>
    <message>
        <source>{path} is text. Show it as a state timeline</source>
        <comment>IS_TEXT</comment>
        <translation>{path} 是文本。请显示为状态时间线</translation>
    </message>
    <message>
        <source>{path} is a list. Drop it on an empty plot</source>
        <comment>IS_LIST</comment>
        <translation>{path} 是列表。请拖到空的曲线图上</translation>
    </message>
    <message>
        <source>No data of {topic} yet</source>
        <comment>NOTHING_CAME</comment>
        <translation>尚无 {topic} 的数据</translation>
    </message>
    <message>
        <source>{path} is not a list of numbers</source>
        <comment>NO_LIST</comment>
        <translation>{path} 不是数值列表</translation>
    </message>
    <message>
        <source>Enter a field or an expression</source>
        <comment>NO_EXPRESSION</comment>
        <translation>请输入字段或表达式</translation>
    </message>
    <message>
        <source>The highest value must be above the lowest</source>
        <comment>RANGE_REVERSED</comment>
        <translation>最大值须大于最小值</translation>
    </message>
    <message>
        <source>This value range can't be shown</source>
        <comment>RANGE_IMPOSSIBLE</comment>
        <translation>无法显示此值范围</translation>
    </message>
    <message>
        <source>The plots of the last run can't be restored: {reason}</source>
        <comment>NOT_RESTORED</comment>
        <translation>无法恢复上次运行的曲线图：{reason}</translation>
    </message>
    <message>
        <source>Plots {number}</source>
        <comment>TITLE</comment>
        <translation>曲线图 {number}</translation>
    </message>
    <message>
        <source>x axis: {name}</source>
        <comment>AXIS_BELOW</comment>
        <translation>x 轴：{name}</translation>
    </message>
    <message>
        <source>Add one more field to plot against this one</source>
        <comment>ONE_MORE_FIELD</comment>
        <translation>请再添加一个字段，与此字段对比绘制</translation>
    </message>
    <message>
        <source>{robot} is not connected, last value {age} ago</source>
        <comment>LOST</comment>
        <translation>{robot} 未连接，最后的值在 {age} 前</translation>
    </message>
    <message>
        <source>{robot} is not connected</source>
        <comment>NOT_CONNECTED</comment>
        <translation>{robot} 未连接</translation>
    </message>
    <message>
        <source>no value yet</source>
        <comment>NO_VALUE</comment>
        <translation>尚无值</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>EMPTY</comment>
        <translation>空</translation>
    </message>
    <message>
        <source>not a number</source>
        <comment>NO_NUMBER</comment>
        <translation>不是数值</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Removed</source>
        <comment>REMOVED</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>the plot of {names}</source>
        <comment>PLOT_OF</comment>
        <translation>{names} 的曲线图</translation>
    </message>
    <message>
        <source>1 saved curve is not shown: {names}</source>
        <comment>ONE_NOT_SHOWN</comment>
        <translation>有 1 条已保存的曲线未显示：{names}</translation>
    </message>
    <message>
        <source>{count} saved curves are not shown: {names}</source>
        <comment>NOT_SHOWN</comment>
        <translation>有 {count} 条已保存的曲线未显示：{names}</translation>
    </message>
    <message>
        <source>A plot has at most {count} curves, all of these plots {all}</source>
        <comment>LIMITS</comment>
        <translation>每个曲线图最多 {count} 条曲线，这里所有曲线图最多 {all} 条</translation>
    </message>
    <message>
        <source>{path} is text, which has no axis</source>
        <comment>TEXT_HAS_NO_AXIS</comment>
        <translation>{path} 是文本，没有坐标轴</translation>
    </message>
    <message>
        <source>Show as state timeline</source>
        <comment>SHOW_AS_STATES</comment>
        <translation>显示为状态时间线</translation>
    </message>
    <message>
        <source>The limit is {count} plots</source>
        <comment>TOO_MANY_PLOTS</comment>
        <translation>最多 {count} 个曲线图</translation>
    </message>
    <message>
        <source>The limit is {count} curves per plot, and {all} in total</source>
        <comment>TOO_MANY_CURVES</comment>
        <translation>每个曲线图最多 {count} 条曲线，总共最多 {all} 条</translation>
    </message>
    <message>
        <source>{left_out} curves of runs are left out: a plot shows {count}, all together {all}</source>
        <comment>TOO_MANY_RUN_CURVES</comment>
        <translation>有 {left_out} 条运行的曲线未显示：每个曲线图最多 {count} 条，总共最多 {all} 条</translation>
    </message>
    <message>
        <source>{curve} is above {limit}: {value}</source>
        <comment>IS_ABOVE</comment>
        <translation>{curve} 高于 {limit}：{value}</translation>
    </message>
    <message>
        <source>{curve} is below {limit}: {value}</source>
        <comment>IS_BELOW</comment>
        <translation>{curve} 低于 {limit}：{value}</translation>
    </message>
    <message>
        <source>Time source. Changing it clears the history.</source>
        <comment>TIME_TIP</comment>
        <translation>时间来源。更改后会清空历史。</translation>
    </message>
    <message>
        <source>Add a plot below. The menu of a plot can split it</source>
        <comment>NEW_PLOT_TIP</comment>
        <translation>在下方添加曲线图。曲线图的菜单可将其拆分</translation>
    </message>
    <message>
        <source>Anal&amp;yse</source>
        <comment>ANALYSE</comment>
        <translation>分析(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Lock value range</source>
        <comment>LOCK_VALUE_RANGE</comment>
        <translation>固定值范围(&amp;L)</translation>
    </message>
    <message>
        <source>Plot against &amp;first curve (XY)</source>
        <comment>PLOT_XY</comment>
        <translation>以第一条曲线为横轴（XY）(&amp;F)</translation>
    </message>
    <message>
        <source>E&amp;qual scale of both axes</source>
        <comment>EQUAL_SCALE_OF_BOTH</comment>
        <translation>两轴等比例(&amp;Q)</translation>
    </message>
    <message>
        <source>New plot at the &amp;right</source>
        <comment>NEW_PLOT_AT_THE</comment>
        <translation>在右侧新建曲线图(&amp;R)</translation>
    </message>
    <message>
        <source>New plot &amp;below</source>
        <comment>NEW_PLOT_BELOW</comment>
        <translation>在下方新建曲线图(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Close this plot</source>
        <comment>CLOSE_THIS_PLOT</comment>
        <translation>关闭此曲线图(&amp;C)</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <comment>RENAME</comment>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Visible</source>
        <comment>VISIBLE</comment>
        <translation>可见(&amp;V)</translation>
    </message>
    <message>
        <source>C&amp;olour</source>
        <comment>COLOUR</comment>
        <translation>颜色(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Line</source>
        <comment>LINE</comment>
        <translation>线条(&amp;L)</translation>
    </message>
    <message>
        <source>Axis at the ri&amp;ght</source>
        <comment>AXIS_AT_THE_RIGHT</comment>
        <translation>右侧坐标轴(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Derivative, per second</source>
        <comment>DERIVATIVE_PER_SECOND</comment>
        <translation>对时间的导数(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <comment>REMOVE</comment>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Set v&amp;alue range…</source>
        <comment>SET_VALUE_RANGE</comment>
        <translation>设定值范围(&amp;A)…</translation>
    </message>
    <message>
        <source>Set value range at the ri&amp;ght…</source>
        <comment>SET_THE_VALUES_ON</comment>
        <translation>设定右侧的值范围(&amp;G)…</translation>
    </message>
    <message>
        <source>Show &amp;all (Home)</source>
        <comment>SHOW_ALL_HOME</comment>
        <translation>显示全部(&amp;A)（Home）</translation>
    </message>
    <message>
        <source>&amp;Thresholds</source>
        <comment>THRESHOLDS</comment>
        <translation>阈值(&amp;T)</translation>
    </message>
    <message>
        <source>Warn &amp;above…</source>
        <comment>WARN_ABOVE</comment>
        <translation>高于时警告(&amp;A)…</translation>
    </message>
    <message>
        <source>Warn &amp;below…</source>
        <comment>WARN_BELOW</comment>
        <translation>低于时警告(&amp;B)…</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <comment>EXPORT</comment>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Export</source>
        <comment>EXPORT_WORD</comment>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Edit {curve}…</source>
        <comment>EDIT</comment>
        <translation>编辑 {curve}(&amp;E)…</translation>
    </message>
    <message>
        <source>Remove: above {value}</source>
        <comment>REMOVE_ABOVE</comment>
        <translation>移除：高于 {value}</translation>
    </message>
    <message>
        <source>Remove: below {value}</source>
        <comment>REMOVE_BELOW</comment>
        <translation>移除：低于 {value}</translation>
    </message>
    <message>
        <source>Copy &amp;image ({key})</source>
        <comment>COPY_IMAGE</comment>
        <translation>复制图像(&amp;I)（{key}）</translation>
    </message>
    <message>
        <source>Copy the &amp;table</source>
        <comment>COPY_THE_TABLE</comment>
        <translation>复制表格(&amp;T)</translation>
    </message>
    <message>
        <source>Copy values as &amp;CSV</source>
        <comment>COPY_VALUES_AS_CSV</comment>
        <translation>将数值复制为 CSV(&amp;C)</translation>
    </message>
    <message>
        <source>Values as &amp;CSV…</source>
        <comment>VALUES_AS_CSV</comment>
        <translation>数值存为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Image as &amp;PNG…</source>
        <comment>IMAGE_AS_PNG</comment>
        <translation>图像存为 PNG(&amp;P)…</translation>
    </message>
    <message>
        <source>Image as &amp;SVG…</source>
        <comment>IMAGE_AS_SVG</comment>
        <translation>图像存为 SVG(&amp;S)…</translation>
    </message>
    <message>
        <source>A field or an expression: {functions}, {constants}; {{/topic:field}} for another topic.</source>
        <comment>EXPRESSION_TIP</comment>
        <translation>字段或表达式：{functions}、{constants}；其他话题写作 {{/topic:field}}。</translation>
    </message>
    <message>
        <source>Blue</source>
        <comment>BLUE</comment>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Orange</source>
        <comment>ORANGE</comment>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Green</source>
        <comment>GREEN</comment>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Pink</source>
        <comment>PINK</comment>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <comment>YELLOW</comment>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <comment>VERMILION</comment>
        <translation>朱红色</translation>
    </message>
    <message>
        <source>Indigo</source>
        <comment>INDIGO</comment>
        <translation>靛蓝色</translation>
    </message>
    <message>
        <source>Grey</source>
        <comment>GREY</comment>
        <translation>灰色</translation>
    </message>
    <message>
        <source>Curve</source>
        <comment>CURVE</comment>
        <translation>曲线</translation>
    </message>
    <message>
        <source>A&amp;xis at the right</source>
        <comment>AXIS_AT_THE_RIGHT_CAPTION</comment>
        <translation>右侧坐标轴(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <comment>NAME</comment>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <comment>COLOUR_CAPTION</comment>
        <translation>颜色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Shows</source>
        <comment>SHOWS</comment>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Transform</source>
        <comment>TRANSFORM</comment>
        <translation>变换(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Window (s)</source>
        <comment>WINDOW_S</comment>
        <translation>窗长（s）(&amp;W)</translation>
    </message>
    <message>
        <source>S&amp;cale</source>
        <comment>SCALE</comment>
        <translation>缩放(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Offset</source>
        <comment>OFFSET</comment>
        <translation>偏移(&amp;O)</translation>
    </message>
    <message>
        <source>Thin</source>
        <comment>THIN</comment>
        <translation>细</translation>
    </message>
    <message>
        <source>Medium</source>
        <comment>MEDIUM</comment>
        <translation>中等</translation>
    </message>
    <message>
        <source>Thick</source>
        <comment>THICK</comment>
        <translation>粗</translation>
    </message>
    <message>
        <source>Very thick</source>
        <comment>VERY_THICK</comment>
        <translation>很粗</translation>
    </message>
    <message>
        <source>None</source>
        <comment>NONE</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Derivative, per second</source>
        <comment>DERIVATIVE_PER_SECOND_WORD</comment>
        <translation>对时间的导数</translation>
    </message>
    <message>
        <source>Integral over seconds</source>
        <comment>INTEGRAL_OVER_SECONDS</comment>
        <translation>积分，按秒</translation>
    </message>
    <message>
        <source>Moving mean</source>
        <comment>MOVING_MEAN</comment>
        <translation>滑动均值</translation>
    </message>
    <message>
        <source>Unwrapped angle (rad)</source>
        <comment>UNWRAPPED_ANGLE_RAD</comment>
        <translation>展开的角度（rad）</translation>
    </message>
    <message>
        <source>Yaw of a quaternion (rad)</source>
        <comment>YAW_OF_A_QUATERNION</comment>
        <translation>四元数的偏航（rad）</translation>
    </message>
    <message>
        <source>Export image</source>
        <comment>EXPORT_PICTURE</comment>
        <translation>导出图像</translation>
    </message>
    <message>
        <source>As in the window</source>
        <comment>AS_IN_THE_WINDOW</comment>
        <translation>与窗口中相同</translation>
    </message>
    <message>
        <source>Light, for print</source>
        <comment>LIGHT_FOR_PRINT</comment>
        <translation>浅色，用于打印</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <comment>SAVE_AS</comment>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <comment>SIZE</comment>
        <translation>尺寸(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Background</source>
        <comment>BACKGROUND</comment>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <source>1920 x 1080, for a slide</source>
        <comment>FOR_SLIDE</comment>
        <translation>1920 x 1080，用于幻灯片</translation>
    </message>
    <message>
        <source>1600 x 1200, for a report</source>
        <comment>FOR_REPORT</comment>
        <translation>1600 x 1200，用于报告</translation>
    </message>
    <message>
        <source>1200 x 1200, square</source>
        <comment>SQUARE</comment>
        <translation>1200 x 1200，正方形</translation>
    </message>
    <message>
        <source>3840 x 2160, large</source>
        <comment>LARGE</comment>
        <translation>3840 x 2160，大</translation>
    </message>
    <message>
        <source>Value range</source>
        <comment>VALUE_RANGE</comment>
        <translation>值范围</translation>
    </message>
    <message>
        <source>&amp;Lowest</source>
        <comment>LOWEST</comment>
        <translation>最小值(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Highest</source>
        <comment>HIGHEST</comment>
        <translation>最大值(&amp;H)</translation>
    </message>
    <message>
        <source>Threshold</source>
        <comment>THRESHOLD</comment>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Warn when a curve is &amp;above:</source>
        <comment>WARN_WHEN_A_CURVE</comment>
        <translation>曲线高于此值时警告(&amp;A)：</translation>
    </message>
    <message>
        <source>Warn when a curve is &amp;below:</source>
        <comment>WARN_WHEN_A_CURVE_IS</comment>
        <translation>曲线低于此值时警告(&amp;B)：</translation>
    </message>
    <message>
        <source>Plots</source>
        <comment>PLOTS</comment>
        <translation>曲线图</translation>
    </message>
    <message>
        <source>Plotted {names} and {count} more in “{title}”, plot {number}.</source>
        <comment>PLOTTED_AND_MORE</comment>
        <translation>已在“{title}”的曲线图 {number} 中绘制 {names} 和另外 {count} 条。</translation>
    </message>
    <message>
        <source>Plotted {names} in “{title}”, plot {number}.</source>
        <comment>PLOTTED_IN_PLOT</comment>
        <translation>已在“{title}”的曲线图 {number} 中绘制 {names}。</translation>
    </message>
    <message>
        <source>Plotted {names} in “{title}”.</source>
        <comment>PLOTTED_IN</comment>
        <translation>已在“{title}”中绘制 {names}。</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>At pointer</source>
        <comment>AT_POINTER</comment>
        <translation>指针处</translation>
    </message>
    <message>
        <source>At cursor 1</source>
        <comment>AT_CURSOR_1</comment>
        <translation>游标 1 处</translation>
    </message>
    <message>
        <source>At cursor</source>
        <comment>AT_CURSOR</comment>
        <translation>游标处</translation>
    </message>
    <message>
        <source>Then</source>
        <comment>THEN</comment>
        <translation>当时</translation>
    </message>
    <message>
        <source>Difference</source>
        <comment>DIFFERENCE</comment>
        <translation>差值</translation>
    </message>
    <message>
        <source>Lowest</source>
        <comment>LOWEST_WORD</comment>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Highest</source>
        <comment>HIGHEST_WORD</comment>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <comment>MEAN</comment>
        <translation>均值</translation>
    </message>
    <message>
        <source>Curves</source>
        <comment>CURVES</comment>
        <translation>曲线</translation>
    </message>
    <message>
        <source>above {value}</source>
        <comment>ABOVE</comment>
        <translation>高于 {value}</translation>
    </message>
    <message>
        <source>below {value}</source>
        <comment>BELOW</comment>
        <translation>低于 {value}</translation>
    </message>
    <message>
        <source>Nothing plotted yet</source>
        <comment>NOTHING_PLOTTED_YET</comment>
        <translation>尚未绘制曲线</translation>
    </message>
    <message>
        <source>Drag a field here, or select it in the inspector and press P.</source>
        <comment>DRAG_A_FIELD_HERE</comment>
        <translation>把字段拖到这里，或在检查器中选择字段后按 P。</translation>
    </message>
    <message>
        <source>Nothing to plot</source>
        <comment>NOTHING_TO_PLOT</comment>
        <translation>没有可绘制的内容</translation>
    </message>
    <message>
        <source>Open folder</source>
        <comment>OPEN_FOLDER</comment>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>the warning above {value}</source>
        <comment>WARNING_ABOVE</comment>
        <translation>高于 {value} 的警告</translation>
    </message>
    <message>
        <source>the warning below {value}</source>
        <comment>WARNING_BELOW</comment>
        <translation>低于 {value} 的警告</translation>
    </message>
    <message>
        <source>The warning ends when the value is back for {seconds} s. Thresholds are in the menu of the plot.</source>
        <comment>WARNING_TIP</comment>
        <translation>值恢复 {seconds} s 后警告结束。阈值在曲线图的菜单中。</translation>
    </message>
    <message>
        <source>Plot</source>
        <comment>PLOT</comment>
        <translation>曲线图</translation>
    </message>
    <message>
        <source>{name}: {value}, from {low} to {high}</source>
        <comment>SPOKEN_CURVE</comment>
        <translation>{name}：{value}，从 {low} 到 {high}</translation>
    </message>
    <message>
        <source>{name}: no value</source>
        <comment>SPOKEN_EMPTY</comment>
        <translation>{name}：没有值</translation>
    </message>
    <message>
        <source>No curves</source>
        <comment>NO_CURVES</comment>
        <translation>没有曲线</translation>
    </message>
    <message>
        <source>Δ {time} s</source>
        <comment>DIFFERENCE_S</comment>
        <translation>Δ {time} s</translation>
    </message>
    <message>
        <source>{time} s</source>
        <comment>AT_S</comment>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>Remove the selected curves</source>
        <comment>REMOVE_THE_SELECTED_CURVES</comment>
        <translation>移除所选的曲线</translation>
    </message>
    <message>
        <source>Select several, to drag or to remove them</source>
        <comment>SELECT_SEVERAL_TO_DRAG</comment>
        <translation>选择多条，以拖动或移除</translation>
    </message>
    <message>
        <source>Edit the curve</source>
        <comment>EDIT_THE_CURVE</comment>
        <translation>编辑曲线</translation>
    </message>
    <message>
        <source>Name the curve</source>
        <comment>NAME_THE_CURVE</comment>
        <translation>命名曲线</translation>
    </message>
    <message>
        <source>Shrink or extend the value range, which then stays fixed</source>
        <comment>VALUE_ZOOM_KEY</comment>
        <translation>缩小或扩大值范围，之后值范围固定</translation>
    </message>
    <message>
        <source>Zoom to the marked area</source>
        <comment>MARK_ZOOM_KEY</comment>
        <translation>放大到框选的区域</translation>
    </message>
    <message>
        <source>Copy the image of the plot</source>
        <comment>COPY_KEY</comment>
        <translation>复制曲线图的图像</translation>
    </message>
    <message>
        <source>Remove the last curve; in the table those that are selected</source>
        <comment>REMOVE_THE_LAST_CURVE</comment>
        <translation>移除最后一条曲线；在表格中移除所选的曲线</translation>
    </message>
    <message>
        <source>Hold what is shown while data goes on coming</source>
        <comment>HOLD_WHAT_IS_SHOWN</comment>
        <translation>冻结显示，数据照常到达</translation>
    </message>
    <message>
        <source>Follow the data again, as End does</source>
        <comment>FOLLOW_THE_DATA_AGAIN</comment>
        <translation>重新跟随数据，与 End 相同</translation>
    </message>
    <message>
        <source>run less now: {title}</source>
        <comment>LESS_NOW</comment>
        <translation>运行减当前：{title}</translation>
    </message>
    <message>
        <source>run less now</source>
        <comment>RUNS_LESS_NOW</comment>
        <translation>运行减当前</translation>
    </message>
    <message>
        <source>{run}: {curve}</source>
        <comment>RUN_OF_CURVE</comment>
        <translation>{run}：{curve}</translation>
    </message>
    <message>
        <source>{run} less now: {curve}</source>
        <comment>RUN_LESS_CURVE</comment>
        <translation>{run}减当前：{curve}</translation>
    </message>
    <message>
        <source>Δ {run}</source>
        <comment>RUN_LESS_NOW</comment>
        <translation>Δ {run}</translation>
    </message>
    <message>
        <source>being read, {percent} %</source>
        <comment>RUN_IS_READ</comment>
        <translation>正在读取，{percent} %</translation>
    </message>
    <message>
        <source>The type of {topic} is {then} in the run, and {now} now</source>
        <comment>OTHER_TYPE</comment>
        <translation>{topic} 的类型在该次运行中是 {then}，当前是 {now}</translation>
    </message>
    <message>
        <source>The unit is {then} in the run, and {now} now</source>
        <comment>OTHER_UNIT</comment>
        <translation>单位在该次运行中是 {then}，当前是 {now}</translation>
    </message>
    <message>
        <source>Only the first {count} messages of the run are read</source>
        <comment>READ_IN_PART</comment>
        <translation>只读取了该次运行的前 {count} 条消息</translation>
    </message>
    <message>
        <source>Only the newest values of the run are kept: runs have used up their memory</source>
        <comment>RUN_IS_SHORTENED</comment>
        <translation>各次运行已用完可用内存，该次运行只保留最新的值</translation>
    </message>
    <message>
        <source>Damaged parts of the run that are left out: {count}</source>
        <comment>DAMAGED_PARTS</comment>
        <translation>该次运行中被略去的损坏部分：{count}</translation>
    </message>
    <message>
        <source>&amp;Differences from the runs</source>
        <comment>SHOW_DIFFERENCES</comment>
        <translation>与运行的差值(&amp;D)</translation>
    </message>
    <message>
        <source>Show the differences from the runs, or the curves again</source>
        <comment>DIFFERENCES_KEY</comment>
        <translation>显示与运行的差值，或恢复显示曲线</translation>
    </message>
    <message>
        <source>Shift the run below the pointer in time, or all runs</source>
        <comment>SHIFT_RUN_KEY</comment>
        <translation>在时间上移动指针处的运行，或所有运行</translation>
    </message>
    <message>
        <source>Shift all runs by 0.01 s; with Shift by 1 s</source>
        <comment>SHIFT_RUNS_KEY</comment>
        <translation>将所有运行移动 0.01 s；按住 Shift 时移动 1 s</translation>
    </message>
    <message>
        <source>Put runs back that are being shifted</source>
        <comment>PUT_BACK_KEY</comment>
        <translation>将正在移动的运行恢复原位</translation>
    </message>
    <message>
        <source>Shift r&amp;uns by dragging</source>
        <comment>SHIFT_RUNS</comment>
        <translation>拖动以移动运行(&amp;U)</translation>
    </message>
    <message>
        <source>{run}: {offset} s</source>
        <comment>SHIFTED</comment>
        <translation>{run}：{offset} s</translation>
    </message>
</context>
<context>
    <name>PreferenceLabels</name>
    <message>
        <source>Appearance</source>
        <comment>APPEARANCE</comment>
        <translation>外观</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <comment>THEME</comment>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>dark light colour contrast accessibility</source>
        <comment>THEME_WORDS</comment>
        <translation>深色 浅色 颜色 对比度 无障碍 dark light colour contrast accessibility</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <comment>LANGUAGE</comment>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>language translation Chinese English</source>
        <comment>LANGUAGE_WORDS</comment>
        <translation>语言 翻译 中文 英文 language</translation>
    </message>
    <message>
        <source>English</source>
        <comment>ENGLISH</comment>
        <translation>English</translation>
    </message>
    <message>
        <source>简体中文</source>
        <comment>CHINESE</comment>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Like the system</source>
        <comment>LIKE_THE_SYSTEM</comment>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <comment>DARK</comment>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <comment>LIGHT</comment>
        <translation>浅色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <comment>HIGH_CONTRAST</comment>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Text &amp;size</source>
        <comment>TEXT_SIZE</comment>
        <translation>文字大小(&amp;S)</translation>
    </message>
    <message>
        <source>font zoom large</source>
        <comment>TEXT_SIZE_WORDS</comment>
        <translation>字体 字号 缩放 放大 font zoom</translation>
    </message>
    <message>
        <source>Large &amp;controls for touch</source>
        <comment>LARGE_TARGETS</comment>
        <translation>触摸用的大控件(&amp;C)</translation>
    </message>
    <message>
        <source>finger tablet button</source>
        <comment>LARGE_TARGETS_WORDS</comment>
        <translation>手指 平板 按钮</translation>
    </message>
    <message>
        <source>Reduced &amp;motion</source>
        <comment>REDUCED_MOTION</comment>
        <translation>减少动态效果(&amp;M)</translation>
    </message>
    <message>
        <source>animation blink accessibility</source>
        <comment>REDUCED_MOTION_WORDS</comment>
        <translation>动画 闪烁 无障碍</translation>
    </message>
    <message>
        <source>C&amp;urves</source>
        <comment>CURVES</comment>
        <translation>曲线(&amp;U)</translation>
    </message>
    <message>
        <source>Tell curves apart by dashes</source>
        <comment>DASHED_CURVES</comment>
        <translation>用虚线区分曲线</translation>
    </message>
    <message>
        <source>colour blind pattern line plot accessibility</source>
        <comment>DASHED_CURVES_WORDS</comment>
        <translation>色盲 色弱 线型 曲线图 无障碍</translation>
    </message>
    <message>
        <source>Always</source>
        <comment>ALWAYS</comment>
        <translation>始终</translation>
    </message>
    <message>
        <source>Never</source>
        <comment>NEVER</comment>
        <translation>从不</translation>
    </message>
    <message>
        <source>Units</source>
        <comment>UNITS</comment>
        <translation>单位</translation>
    </message>
    <message>
        <source>&amp;Angles</source>
        <comment>ANGLES</comment>
        <translation>角度(&amp;A)</translation>
    </message>
    <message>
        <source>unit deg</source>
        <comment>ANGLES_WORDS</comment>
        <translation>单位 度 unit deg</translation>
    </message>
    <message>
        <source>As usual</source>
        <comment>ANGLES_AS_USUAL</comment>
        <translation>按惯例</translation>
    </message>
    <message>
        <source>Radians (rad)</source>
        <comment>RADIANS</comment>
        <translation>弧度（rad）</translation>
    </message>
    <message>
        <source>Degrees (°)</source>
        <comment>DEGREES</comment>
        <translation>度（°）</translation>
    </message>
    <message>
        <source>&amp;Speeds</source>
        <comment>SPEEDS</comment>
        <translation>速度(&amp;S)</translation>
    </message>
    <message>
        <source>unit velocity</source>
        <comment>SPEEDS_WORDS</comment>
        <translation>单位 速率 unit velocity</translation>
    </message>
    <message>
        <source>Metres per second (m/s)</source>
        <comment>METRES_PER_SECOND</comment>
        <translation>米每秒（m/s）</translation>
    </message>
    <message>
        <source>Kilometres per hour (km/h)</source>
        <comment>KILOMETRES_PER_HOUR</comment>
        <translation>千米每小时（km/h）</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>KEYS</comment>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>History</source>
        <comment>HISTORY</comment>
        <translation>历史</translation>
    </message>
    <message>
        <source>&amp;Time to keep</source>
        <comment>TIME_TO_KEEP</comment>
        <translation>保留时长(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Memory of curves</source>
        <comment>MEMORY_OF_CURVES</comment>
        <translation>曲线内存(&amp;M)</translation>
    </message>
    <message>
        <source>Black box</source>
        <comment>BLACK_BOX</comment>
        <translation>黑匣子</translation>
    </message>
    <message>
        <source>record recorder disk incident</source>
        <comment>BLACK_BOX_WORDS</comment>
        <translation>记录 录制 黑匣子 磁盘 事件</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <comment>KEEP_LAST_MINUTES</comment>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>The last minutes</source>
        <comment>LAST_MINUTES</comment>
        <translation>最近几分钟</translation>
    </message>
    <message>
        <source>&amp;Pictures</source>
        <comment>PICTURES_KEPT</comment>
        <translation>图片(&amp;P)</translation>
    </message>
    <message>
        <source>Small ones, twice a second</source>
        <comment>WITH_PICTURES</comment>
        <translation>小图片，每秒两张</translation>
    </message>
    <message>
        <source>&amp;Minutes to keep</source>
        <comment>MINUTES_KEPT</comment>
        <translation>保留的分钟数(&amp;M)</translation>
    </message>
    <message>
        <source>Room on the &amp;disk</source>
        <comment>ROOM_ON_DISK</comment>
        <translation>磁盘空间(&amp;D)</translation>
    </message>
    <message>
        <source>Folders</source>
        <comment>FOLDERS</comment>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>folder directory save</source>
        <comment>FOLDERS_WORDS</comment>
        <translation>文件夹 目录 保存 folder directory</translation>
    </message>
    <message>
        <source>&amp;Exports</source>
        <comment>EXPORTS</comment>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Images</source>
        <comment>IMAGES</comment>
        <translation>图像(&amp;I)</translation>
    </message>
    <message>
        <source>Re&amp;ports</source>
        <comment>REPORTS</comment>
        <translation>报告(&amp;P)</translation>
    </message>
    <message>
        <source>Driving</source>
        <comment>DRIVING</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>A&amp;rm</source>
        <comment>ARM</comment>
        <translation>解锁(&amp;R)</translation>
    </message>
    <message>
        <source>chord keyboard</source>
        <comment>ARM_WORDS</comment>
        <translation>组合键 键盘 chord keyboard</translation>
    </message>
    <message>
        <source>By Q and P, held together</source>
        <comment>ARM_BY_KEYS</comment>
        <translation>同时按住 Q 和 P</translation>
    </message>
    <message>
        <source>Sounds</source>
        <comment>SOUNDS</comment>
        <translation>声音</translation>
    </message>
    <message>
        <source>alarm mute</source>
        <comment>SOUNDS_WORDS</comment>
        <translation>警报 静音 alarm mute</translation>
    </message>
    <message>
        <source>&amp;Alarm</source>
        <comment>ALARM</comment>
        <translation>警报(&amp;A)</translation>
    </message>
    <message>
        <source>Sounds while driving</source>
        <comment>SOUNDS_WHILE_DRIVING</comment>
        <translation>驾驶时发声</translation>
    </message>
    <message>
        <source>Stopped by &amp;you</source>
        <comment>SOUND_OPERATOR</comment>
        <translation>由你停止(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <comment>SOUND_LINK</comment>
        <translation>连接(&amp;L)</translation>
    </message>
    <message>
        <source>Ro&amp;bot</source>
        <comment>SOUND_ROBOT</comment>
        <translation>机器人(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Input lost</source>
        <comment>SOUND_INPUT</comment>
        <translation>输入丢失(&amp;I)</translation>
    </message>
    <message>
        <source>This &amp;computer</source>
        <comment>SOUND_COMPUTER</comment>
        <translation>本机(&amp;C)</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>SOUND_OFF</comment>
        <translation>关</translation>
    </message>
    <message>
        <source>Short</source>
        <comment>SOUND_SHORT</comment>
        <translation>短音</translation>
    </message>
    <message>
        <source>Long</source>
        <comment>SOUND_LONG</comment>
        <translation>长音</translation>
    </message>
    <message>
        <source>Double</source>
        <comment>SOUND_DOUBLE</comment>
        <translation>双音</translation>
    </message>
    <message>
        <source>Connections</source>
        <comment>CONNECTIONS</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>&amp;Tokens</source>
        <comment>TOKENS</comment>
        <translation>令牌(&amp;T)</translation>
    </message>
    <message>
        <source>password secret</source>
        <comment>TOKENS_WORDS</comment>
        <translation>密码 密钥 password secret</translation>
    </message>
    <message>
        <source>Save in the key store</source>
        <comment>SAVE_IN_THE_KEY_STORE</comment>
        <translation>保存到密钥库</translation>
    </message>
    <message>
        <source>Level of the log</source>
        <comment>LOG_LEVEL</comment>
        <translation>日志的级别</translation>
    </message>
    <message>
        <source>Level of the console</source>
        <comment>CONSOLE_LEVEL</comment>
        <translation>控制台的级别</translation>
    </message>
    <message>
        <source>Level of the diagnostics</source>
        <comment>DIAGNOSTICS_LEVEL</comment>
        <translation>诊断的级别</translation>
    </message>
    <message>
        <source>Frames as a list</source>
        <comment>FRAMES_AS_A_LIST</comment>
        <translation>坐标系列表</translation>
    </message>
    <message>
        <source>Last commands of the palette</source>
        <comment>LAST_COMMANDS</comment>
        <translation>命令面板的最近命令</translation>
    </message>
</context>
<context>
    <name>PreferencesWording</name>
    <message>
        <source>Colours of the window. “Like the system” follows the desktop.</source>
        <comment>THEME_TIP</comment>
        <translation>窗口的颜色。“跟随系统”即与桌面一致。</translation>
    </message>
    <message>
        <source>Language of the window. Connections stay while it changes; commands and logs are in English.</source>
        <comment>LANGUAGE_TIP</comment>
        <translation>窗口的语言。更改时连接保持不变；命令和日志使用英文。</translation>
    </message>
    <message>
        <source>Size of all text, compared with the text of the desktop.</source>
        <comment>TEXT_TIP</comment>
        <translation>所有文字的大小，以桌面文字为基准。</translation>
    </message>
    <message>
        <source>Whether STOP and the controls of the drive panel are at least 44 pixels wide and high. “Like the system”: where a touch screen is the only pointer.</source>
        <comment>LARGE_TARGETS_TIP</comment>
        <translation>“停止”和驾驶面板的控件的宽和高是否至少为 44 像素。“跟随系统”：触摸屏是唯一的指针时。</translation>
    </message>
    <message>
        <source>Whether panes, lists, progress bars and the text cursor stay still. “Like the system”: where the desktop asks for no animations.</source>
        <comment>REDUCED_MOTION_TIP</comment>
        <translation>窗格、列表、进度条和文本光标是否保持静止。“跟随系统”：桌面要求不用动画时。</translation>
    </message>
    <message>
        <source>Gives each colour dashes of its own, in plots, legends and the top view. The theme of high contrast always has them.</source>
        <comment>DASHED_CURVES_TIP</comment>
        <translation>在曲线图、图例和俯视图中，每种颜色另有自己的虚线。高对比度主题始终使用虚线。</translation>
    </message>
    <message>
        <source>Unit of angles and turn rates. “As usual” is degrees for directions on a map, and radians elsewhere.</source>
        <comment>ANGLE_TIP</comment>
        <translation>角度和角速度的单位。“按惯例”：地图上的方向用度，其他用弧度。</translation>
    </message>
    <message>
        <source>Unit of speeds.</source>
        <comment>SPEED_TIP</comment>
        <translation>速度的单位。</translation>
    </message>
    <message>
        <source>Units change what is shown. Data, exports, commands and profiles stay in SI units.</source>
        <comment>SI</comment>
        <translation>单位只影响显示。数据、导出、指令和配置档案仍用国际单位制（SI）。</translation>
    </message>
    <message>
        <source>Memory that the curves of all plots may use together.</source>
        <comment>MEMORY_TIP</comment>
        <translation>所有曲线图的曲线总共可用的内存。</translation>
    </message>
    <message>
        <source>Keeps in files what robots said, and what you and Teledeck did, in the last minutes.</source>
        <comment>BLACK_BOX_TIP</comment>
        <translation>把最近几分钟内机器人发送的内容以及你和 Teledeck 所做的操作保存在文件中。</translation>
    </message>
    <message>
        <source>How long it is kept, as far as the room on the disk allows. The oldest is deleted.</source>
        <comment>BLACK_BOX_MINUTES_TIP</comment>
        <translation>在磁盘空间允许的范围内保留多长时间。最旧的会被删除。</translation>
    </message>
    <message>
        <source>The most room that it takes. It never takes the last 5 GB of the disk.</source>
        <comment>BLACK_BOX_ROOM_TIP</comment>
        <translation>最多占用的空间。磁盘最后的 5 GB 不会被占用。</translation>
    </message>
    <message>
        <source>Keeps the images of topics that you look at, too, thinned. They take half of the room at most.</source>
        <comment>BLACK_BOX_PICTURES_TIP</comment>
        <translation>同时保留你查看的话题的图像，经过抽取。它们最多占用一半空间。</translation>
    </message>
    <message>
        <source>Recorded are topics that you look at, and of each robot always: commands, odometry, transforms, battery, diagnostics, log and goals. A profile can name others, or none.</source>
        <comment>BLACK_BOX_ALWAYS</comment>
        <translation>录制的是你查看的话题，以及每个机器人始终录制的话题：指令、里程计、坐标变换、电池、诊断、日志和目标。配置档案可以写明其他话题，或不录制。</translation>
    </message>
    <message>
        <source>The files are in {folder}. They stay on this computer.</source>
        <comment>BLACK_BOX_WHERE</comment>
        <translation>文件位于 {folder}，只保存在本机。</translation>
    </message>
    <message>
        <source>Recordings that you begin (F9) are in {folder}. They are never deleted by Teledeck.</source>
        <comment>RECORDINGS_WHERE</comment>
        <translation>你开始的录制（F9）保存在 {folder}。Teledeck 不会删除它们。</translation>
    </message>
    <message>
        <source>How long curves and states are kept, as far as the memory allows.</source>
        <comment>HISTORY_TIP</comment>
        <translation>在内存允许时，曲线和状态保留多久。</translation>
    </message>
    <message>
        <source>Curves use {used} now. A lower limit applies to data that arrives from now on.</source>
        <comment>MEMORY_USED</comment>
        <translation>曲线现在占用 {used}。调低限值只对此后到达的数据生效。</translation>
    </message>
    <message>
        <source>Folder that is offered for exported data and layouts until you have saved a file elsewhere.</source>
        <comment>EXPORTS_TIP</comment>
        <translation>在你把文件保存到别处之前，导出数据和布局时建议的文件夹。</translation>
    </message>
    <message>
        <source>Folder that is offered for images until you have saved one elsewhere.</source>
        <comment>IMAGES_TIP</comment>
        <translation>在你把图像保存到别处之前，保存图像时建议的文件夹。</translation>
    </message>
    <message>
        <source>Folder that is offered for reports until you have saved one elsewhere.</source>
        <comment>REPORTS_TIP</comment>
        <translation>在你把报告保存到别处之前，保存报告时建议的文件夹。</translation>
    </message>
    <message>
        <source>The folder of the last saved file is offered first. Setting a folder here forgets it.</source>
        <comment>FOLDERS</comment>
        <translation>优先建议上次保存文件的文件夹。在此设置文件夹后，不再记住上次的。</translation>
    </message>
    <message>
        <source>This folder does not exist.</source>
        <comment>NO_FOLDER</comment>
        <translation>此文件夹不存在。</translation>
    </message>
    <message>
        <source>Whether Q and P arm the robot while the on-screen stick has the keyboard: hold both for half a second, then release both.</source>
        <comment>ARM_BY_KEYS_TIP</comment>
        <translation>屏幕摇杆接收键盘输入时，Q 和 P 是否解锁机器人：同时按住半秒，然后都松开。</translation>
    </message>
    <message>
        <source>Whether driving makes any sound.</source>
        <comment>ALARM_TIP</comment>
        <translation>驾驶时是否发出声音。</translation>
    </message>
    <message>
        <source>Sound on STOP, when nobody drove for long, and when the window lost focus.</source>
        <comment>SOUND_OPERATOR_TIP</comment>
        <translation>按下“停止”、长时间无人驾驶、窗口失去焦点时的声音。</translation>
    </message>
    <message>
        <source>Sound when the link to the driven robot becomes poor or is lost.</source>
        <comment>SOUND_LINK_TIP</comment>
        <translation>与所驾驶机器人的连接变差或中断时的声音。</translation>
    </message>
    <message>
        <source>Sound when the E-stop of the robot is pressed, and when it does not obey or does not read its commands.</source>
        <comment>SOUND_ROBOT_TIP</comment>
        <translation>机器人的急停被按下，或机器人不执行、不读取指令时的声音。</translation>
    </message>
    <message>
        <source>Sound when the gamepad, or a program that drives, is gone.</source>
        <comment>SOUND_INPUT_TIP</comment>
        <translation>手柄或用于驾驶的程序消失时的声音。</translation>
    </message>
    <message>
        <source>Sound when this computer is late, the window is frozen or driving has failed.</source>
        <comment>SOUND_COMPUTER_TIP</comment>
        <translation>本机响应过慢、窗口卡死或驾驶失效时的声音。</translation>
    </message>
    <message>
        <source>Whether typed tokens are saved in the key store of this computer, unless you choose otherwise.</source>
        <comment>TOKENS_TIP</comment>
        <translation>输入的令牌是否保存到本机的密钥库，除非另行选择。</translation>
    </message>
    <message>
        <source>Reset to: {value}</source>
        <comment>USUAL</comment>
        <translation>重置为：{value}</translation>
    </message>
    <message>
        <source>Reset everything on this page. Undo brings it back.</source>
        <comment>RESET_PAGE_TIP</comment>
        <translation>重置本页的所有内容。“撤销”可恢复。</translation>
    </message>
    <message>
        <source>Undo the last change (Ctrl+Z).</source>
        <comment>UNDO_TIP</comment>
        <translation>撤销上一次更改（Ctrl+Z）。</translation>
    </message>
    <message>
        <source>No preference matches.</source>
        <comment>NOTHING_FOUND</comment>
        <translation>没有匹配的偏好设置。</translation>
    </message>
    <message>
        <source>Save all settings, layouts and profiles in one file. Tokens are never in it.</source>
        <comment>EXPORT_TIP</comment>
        <translation>将所有设置、布局和配置档案保存到一个文件。其中绝不包含令牌。</translation>
    </message>
    <message>
        <source>All settings are saved in {file}.</source>
        <comment>EXPORTED</comment>
        <translation>所有设置已保存到 {file}。</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}</source>
        <comment>NOT_EXPORTED</comment>
        <translation>{file} 无法写入：{reason}</translation>
    </message>
    <message>
        <source>{file} can't be imported. {reason}</source>
        <comment>NOT_IMPORTED</comment>
        <translation>{file} 无法导入。{reason}</translation>
    </message>
    <message>
        <source>{file} changes nothing.</source>
        <comment>NOTHING_NEW</comment>
        <translation>{file} 不会带来任何更改。</translation>
    </message>
    <message>
        <source>Import {file}?
{changes}
What it does not name stays. A copy of today's settings is saved first.</source>
        <comment>ASK_IMPORT</comment>
        <translation>导入 {file}？
{changes}
文件中未列出的保持不变。会先保存一份当前设置的副本。</translation>
    </message>
    <message>
        <source>Imported. Undo takes all of it back. The settings from before are also in {backup}.</source>
        <comment>IMPORTED</comment>
        <translation>已导入。“撤销”可全部恢复。之前的设置也保存在 {backup}。</translation>
    </message>
    <message>
        <source>Not everything was imported: {reason} The settings from before are in {backup}.</source>
        <comment>PARTLY_IMPORTED</comment>
        <translation>未能全部导入：{reason}。之前的设置保存在 {backup}。</translation>
    </message>
    <message>
        <source>The import is undone. What you changed since then stays.</source>
        <comment>TAKEN_BACK</comment>
        <translation>已撤销导入。此后所做的更改保持不变。</translation>
    </message>
    <message>
        <source>Not all of the import could be undone: {reason}</source>
        <comment>PARTLY_TAKEN_BACK</comment>
        <translation>未能撤销全部导入：{reason}</translation>
    </message>
    <message>
        <source>Preferences: {names}.</source>
        <comment>CHANGED_VALUES</comment>
        <translation>偏好设置：{names}。</translation>
    </message>
    <message>
        <source>{page} › {label}</source>
        <comment>PREFERENCE</comment>
        <translation>{page} › {label}</translation>
    </message>
    <message>
        <source>Views: {names}.</source>
        <comment>CHANGED_VIEWS</comment>
        <translation>视图：{names}。</translation>
    </message>
    <message>
        <source>Keys: {names}.</source>
        <comment>CHANGED_KEYS</comment>
        <translation>快捷键：{names}。</translation>
    </message>
    <message>
        <source>Robots: {names}.</source>
        <comment>CHANGED_ROBOTS</comment>
        <translation>机器人：{names}。</translation>
    </message>
    <message>
        <source>Layouts: {names}.</source>
        <comment>CHANGED_LAYOUTS</comment>
        <translation>布局：{names}。</translation>
    </message>
    <message>
        <source>Profiles: {names}; a robot that is driven is disarmed.</source>
        <comment>CHANGED_PROFILES</comment>
        <translation>配置档案：{names}；正在驾驶的机器人会被锁定。</translation>
    </message>
    <message>
        <source>an action that this version does not know</source>
        <comment>UNKNOWN_ACTION</comment>
        <translation>此版本未知的操作</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <comment>AND_MORE</comment>
        <translation>{names} 及另外 {count} 个</translation>
    </message>
    <message>
        <source>Load settings from such a file. You see what changes first.</source>
        <comment>IMPORT_TIP</comment>
        <translation>从这样的文件加载设置。会先显示有哪些更改。</translation>
    </message>
</context>
<context>
    <name>ProfileWording</name>
    <message>
        <source>“{name}” is not an axis of a gamepad: {axis}</source>
        <comment>NO_AXIS</comment>
        <translation>“{name}”不是手柄的轴：{axis}</translation>
    </message>
    <message>
        <source>Write leftx, righty, axis0 …</source>
        <comment>WRITE_AXIS</comment>
        <translation>请写 leftx、righty、axis0 …</translation>
    </message>
    <message>
        <source>“{name}” is not a button of a gamepad: {button}</source>
        <comment>NO_BUTTON</comment>
        <translation>“{name}”不是手柄的按键：{button}</translation>
    </message>
    <message>
        <source>Write a, leftshoulder, button0 …</source>
        <comment>WRITE_BUTTON</comment>
        <translation>请写 a、leftshoulder、button0 …</translation>
    </message>
    <message>
        <source>A free axis needs a name of 1 to {limit} letters, without spaces around it</source>
        <comment>BAD_AXIS_NAME</comment>
        <translation>附加轴需要 1 到 {limit} 个字符的名称，首尾不能有空格</translation>
    </message>
    <message>
        <source>The field of {axis} can't be that of a message</source>
        <comment>BAD_AXIS_FIELD</comment>
        <translation>{axis} 的字段不可能是消息的字段</translation>
    </message>
    <message>
        <source>Write data, linear.z …</source>
        <comment>WRITE_FIELD</comment>
        <translation>请写 data、linear.z …</translation>
    </message>
    <message>
        <source>The topic of {axis} has no type of messages</source>
        <comment>AXIS_WITHOUT_TYPE</comment>
        <translation>{axis} 的话题没有消息类型</translation>
    </message>
    <message>
        <source>The neutral value of {axis} must be between its least and its most, which must differ</source>
        <comment>AXIS_ORDER</comment>
        <translation>{axis} 的中位值必须在最小值和最大值之间，且两者不能相等</translation>
    </message>
    <message>
        <source>The value at a stop of {axis} must be between its least and its most</source>
        <comment>AXIS_ZERO</comment>
        <translation>{axis} 停止时的值必须在其最小值和最大值之间</translation>
    </message>
    <message>
        <source>Two free axes have the same name</source>
        <comment>AXIS_TWICE</comment>
        <translation>两个附加轴的名称相同</translation>
    </message>
    <message>
        <source>Two free axes have the same topic and field</source>
        <comment>AXIS_FIELD_TWICE</comment>
        <translation>两个附加轴的话题和字段相同</translation>
    </message>
    <message>
        <source>Two free axes have the same topic and different types</source>
        <comment>AXIS_TYPES</comment>
        <translation>两个附加轴的话题相同而类型不同</translation>
    </message>
    <message>
        <source>The topic of a free axis is that of the base</source>
        <comment>AXIS_BASE_TOPIC</comment>
        <translation>附加轴的话题与底盘的话题相同</translation>
    </message>
    <message>
        <source>Leave it empty: the field then goes into the commands of the base.</source>
        <comment>LEAVE_TOPIC_EMPTY</comment>
        <translation>请将其留空：该字段会并入底盘的指令。</translation>
    </message>
    <message>
        <source>A gamepad needs a button to hold and one for STOP</source>
        <comment>NO_HOLD_OR_STOP</comment>
        <translation>手柄需要一个使能键和一个“停止”按键</translation>
    </message>
    <message>
        <source>“{first}” and “{second}” both use {input}</source>
        <comment>INPUT_TWICE</comment>
        <translation>“{first}”和“{second}”都使用 {input}</translation>
    </message>
    <message>
        <source>Choose another axis or button for one of them.</source>
        <comment>CHOOSE_ANOTHER_INPUT</comment>
        <translation>请为其中之一选择另一个轴或按键。</translation>
    </message>
    <message>
        <source>“{side}” is empty, but the other side is not</source>
        <comment>ONE_SIDE_EMPTY</comment>
        <translation>“{side}”为空，而另一侧不为空</translation>
    </message>
    <message>
        <source>Name the wheels of both sides.</source>
        <comment>NAME_BOTH_SIDES</comment>
        <translation>请写出两侧车轮的名称。</translation>
    </message>
    <message>
        <source>{joint} can't be a wheel on both sides</source>
        <comment>JOINT_ON_BOTH_SIDES</comment>
        <translation>{joint} 不能同时是两侧的车轮</translation>
    </message>
    <message>
        <source>“{name}” can't have this value: {fault}</source>
        <comment>BAD_VALUE</comment>
        <translation>“{name}”不能为此值：{fault}</translation>
    </message>
    <message>
        <source>The names in this profile are too long in total</source>
        <comment>NAMES_TOO_LONG</comment>
        <translation>此配置档案中的名称总长度过长</translation>
    </message>
    <message>
        <source>Use shorter names.</source>
        <comment>TAKE_SHORTER</comment>
        <translation>请使用更短的名称。</translation>
    </message>
    <message>
        <source>“joint_on_stop” must be zero or hold</source>
        <comment>BAD_ON_STOP</comment>
        <translation>“joint_on_stop”必须为 zero 或 hold</translation>
    </message>
    <message>
        <source>“deadman” must be v or k</source>
        <comment>BAD_DEADMAN</comment>
        <translation>“deadman”必须为 v 或 k</translation>
    </message>
    <message>
        <source>“joint_effort” needs a joint</source>
        <comment>EFFORT_WITHOUT_JOINT</comment>
        <translation>“joint_effort”需要一个关节</translation>
    </message>
    <message>
        <source>Name the joint.</source>
        <comment>NAME_JOINT</comment>
        <translation>请写出关节的名称。</translation>
    </message>
    <message>
        <source>“joint_effort” needs “joint_on_stop”</source>
        <comment>EFFORT_WITHOUT_STOP</comment>
        <translation>“joint_effort”需要“joint_on_stop”</translation>
    </message>
    <message>
        <source>Choose how the joint stops: without effort (zero), so that an arm may fall, or at the same position (hold).</source>
        <comment>SAY_HOW_IT_STANDS</comment>
        <translation>请选择关节如何停止：不出力矩（zero），机械臂可能会落下；或保持在原位置（hold）。</translation>
    </message>
    <message>
        <source>“estop_when” is not a condition</source>
        <comment>BAD_ESTOP_WHEN</comment>
        <translation>“estop_when”不是条件</translation>
    </message>
    <message>
        <source>Write true, false, a number, bit and its number, or a word, with not before it for the opposite: up to {limit} letters.</source>
        <comment>WRITE_ESTOP_WHEN</comment>
        <translation>请写 true、false、一个数、bit 加位号，或一个词；取反时在前面加 not：最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>This can't be the name of a profile</source>
        <comment>BAD_NAME</comment>
        <translation>这不能作为配置档案的名称</translation>
    </message>
    <message>
        <source>Use up to {limit} letters, digits, spaces, periods and hyphens.</source>
        <comment>USE_LETTERS</comment>
        <translation>最多使用 {limit} 个字母、数字、空格、句点和连字符。</translation>
    </message>
    <message>
        <source>Another version of Teledeck saved this profile</source>
        <comment>OTHER_VERSION</comment>
        <translation>此配置档案由另一版本的 Teledeck 保存</translation>
    </message>
    <message>
        <source>Use a newer version of Teledeck.</source>
        <comment>TAKE_NEWER</comment>
        <translation>请使用更新版本的 Teledeck。</translation>
    </message>
    <message>
        <source>This is not a profile: it is larger than {limit_kib} KiB</source>
        <comment>TOO_LONG</comment>
        <translation>这不是配置档案：它大于 {limit_kib} KiB</translation>
    </message>
    <message>
        <source>This is not a profile: {error}</source>
        <comment>NO_JSON</comment>
        <translation>这不是配置档案：{error}</translation>
    </message>
    <message>
        <source>Profile {path} does not exist</source>
        <comment>NO_PROFILE</comment>
        <translation>配置档案 {path} 不存在</translation>
    </message>
    <message>
        <source>Name an existing profile or a file.</source>
        <comment>NAME_ANOTHER</comment>
        <translation>请指定一个现有的配置档案或文件。</translation>
    </message>
    <message>
        <source>{path} can't be read: {error}</source>
        <comment>NOT_READ</comment>
        <translation>{path} 无法读取：{error}</translation>
    </message>
    <message>
        <source>{name}: {reason}</source>
        <comment>FAULT_OF</comment>
        <translation>{name}：{reason}</translation>
    </message>
    <message>
        <source>“{name}” must be a number from {low:g} to {most:g}</source>
        <comment>OUT_OF_RANGE</comment>
        <translation>“{name}”必须是 {low:g} 到 {most:g} 之间的数</translation>
    </message>
    <message>
        <source>“{name}” must be 1 or -1</source>
        <comment>NO_SIGN</comment>
        <translation>“{name}”必须为 1 或 -1</translation>
    </message>
    <message>
        <source>“{side}” can name up to {limit} joints, each only once</source>
        <comment>TOO_MANY_JOINTS</comment>
        <translation>“{side}”最多可写 {limit} 个关节，每个只能写一次</translation>
    </message>
    <message>
        <source>The name begins or ends with a space</source>
        <comment>BLANK_AROUND</comment>
        <translation>名称以空格开头或结尾</translation>
    </message>
    <message>
        <source>Commas separate names</source>
        <comment>COMMA</comment>
        <translation>逗号用于分隔名称</translation>
    </message>
    <message>
        <source>The name is empty</source>
        <comment>EMPTY</comment>
        <translation>名称为空</translation>
    </message>
    <message>
        <source>“{side}” has an invalid joint name: {why}</source>
        <comment>BAD_JOINT</comment>
        <translation>“{side}”中有无效的关节名称：{why}</translation>
    </message>
    <message>
        <source>{path} can't be written: {error}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>{path} 无法写入：{error}</translation>
    </message>
    <message>
        <source>This file no longer exists</source>
        <comment>FILE_GONE</comment>
        <translation>此文件已不存在</translation>
    </message>
    <message>
        <source>A profile with this name already exists</source>
        <comment>NAME_TAKEN</comment>
        <translation>已有同名的配置档案</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <comment>TAKE_ANOTHER</comment>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>The default profile can't be renamed</source>
        <comment>USUAL_KEEPS_NAME</comment>
        <translation>默认配置档案不能改名</translation>
    </message>
    <message>
        <source>Duplicate it instead.</source>
        <comment>DUPLICATE</comment>
        <translation>请改为创建副本。</translation>
    </message>
    <message>
        <source>{path} can't be moved aside: {error}</source>
        <comment>NOT_PUT_ASIDE</comment>
        <translation>无法移开 {path}：{error}</translation>
    </message>
    <message>
        <source>Another program deleted the file</source>
        <comment>FILE_DELETED</comment>
        <translation>另一个程序删除了该文件</translation>
    </message>
    <message>
        <source>Another program changed the file</source>
        <comment>FILE_CHANGED</comment>
        <translation>另一个程序更改了该文件</translation>
    </message>
    <message>
        <source>Someone may have edited it at the same time.</source>
        <comment>BY_SOMEBODY_ELSE</comment>
        <translation>可能有人同时编辑了它。</translation>
    </message>
    <message>
        <source>{path} can't be deleted: {error}</source>
        <comment>NOT_DELETED</comment>
        <translation>无法删除 {path}：{error}</translation>
    </message>
</context>
<context>
    <name>ProfilesWording</name>
    <message>
        <source>“{name}” has unsaved changes.</source>
        <comment>UNSAVED</comment>
        <translation>“{name}”有未保存的更改。</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <comment>SAVED</comment>
        <translation>已保存为 {path}。</translation>
    </message>
    <message>
        <source>“{name}” deleted.</source>
        <comment>DELETED</comment>
        <translation>已删除“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” has its default values again.</source>
        <comment>RESET</comment>
        <translation>“{name}”已恢复默认值。</translation>
    </message>
    <message>
        <source>The default values apply now. The old file is kept as {path}.</source>
        <comment>MADE_USUAL</comment>
        <translation>现在使用默认值。旧文件保留为 {path}。</translation>
    </message>
    <message>
        <source>“{name}” restored.</source>
        <comment>RESTORED</comment>
        <translation>已恢复“{name}”。</translation>
    </message>
    <message>
        <source>{robot} now uses “{name}” and is disarmed.</source>
        <comment>NOW_DRIVES</comment>
        <translation>{robot} 现在使用“{name}”，并已锁定。</translation>
    </message>
    <message>
        <source>Profiles: {robot}</source>
        <comment>TITLE_OF_ROBOT</comment>
        <translation>配置档案：{robot}</translation>
    </message>
    <message>
        <source>Profiles</source>
        <comment>TITLE</comment>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>new profile</source>
        <comment>NEW_NAME</comment>
        <translation>new profile</translation>
    </message>
    <message>
        <source>{name} copy</source>
        <comment>COPY_NAME</comment>
        <translation>{name} copy</translation>
    </message>
    <message>
        <source>The default profile can't be renamed. Duplicate it instead.</source>
        <comment>KEEPS_NAME</comment>
        <translation>默认配置档案不能重命名。请改为创建副本。</translation>
    </message>
    <message>
        <source>No robot.</source>
        <comment>NO_ROBOT</comment>
        <translation>没有机器人。</translation>
    </message>
    <message>
        <source>{robot} uses this profile.</source>
        <comment>DRIVES</comment>
        <translation>{robot} 正在使用此配置档案。</translation>
    </message>
    <message>
        <source>Use this profile for {robot}.</source>
        <comment>DRIVE_BY_IT</comment>
        <translation>将此配置档案用于 {robot}。</translation>
    </message>
    <message>
        <source>{name} (in use)</source>
        <comment>IN_USE</comment>
        <translation>{name}（使用中）</translation>
    </message>
    <message>
        <source>{name} (unsaved)</source>
        <comment>NOT_SAVED</comment>
        <translation>{name}（未保存）</translation>
    </message>
    <message>
        <source>Nothing to save.</source>
        <comment>NOTHING_TO_SAVE</comment>
        <translation>没有可保存的内容。</translation>
    </message>
    <message>
        <source>Fix the marked fields first: {count}.</source>
        <comment>MEND_FIRST</comment>
        <translation>请先修正标出的字段：{count} 个。</translation>
    </message>
    <message>
        <source>No changes.</source>
        <comment>UNCHANGED</comment>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>“{name}” can't be used</source>
        <comment>UNUSABLE</comment>
        <translation>“{name}”无法使用</translation>
    </message>
    <message>
        <source>Save the file ({key}).</source>
        <comment>SAVE_TIP</comment>
        <translation>保存文件（{key}）。</translation>
    </message>
    <message>
        <source>Not saved yet.</source>
        <comment>NO_FILE</comment>
        <translation>尚未保存。</translation>
    </message>
    <message>
        <source>Enter a name; without one it is left out.</source>
        <comment>NAME_IT</comment>
        <translation>请输入名称；没有名称则略去此项。</translation>
    </message>
    <message>
        <source>ROS 1 only. They follow the zeros; driving does not wait for them.</source>
        <comment>STOP_ACTIONS</comment>
        <translation>仅限 ROS 1。在零指令之后执行；驾驶不会等待其完成。</translation>
    </message>
    <message>
        <source>ROS 1 only. Not used for this robot.</source>
        <comment>STOP_ACTIONS_ELSEWHERE</comment>
        <translation>仅限 ROS 1。此机器人不使用。</translation>
    </message>
    <message>
        <source>{low} to {high} {unit}</source>
        <comment>BETWEEN</comment>
        <translation>{low} 到 {high} {unit}</translation>
    </message>
    <message>
        <source>Type of the topic</source>
        <comment>TYPE_OF_TOPIC</comment>
        <translation>话题的类型</translation>
    </message>
    <message>
        <source>held to drive</source>
        <comment>PAD_HOLD</comment>
        <translation>按住驾驶</translation>
    </message>
    <message>
        <source>turbo</source>
        <comment>PAD_TURBO</comment>
        <translation>加速</translation>
    </message>
    <message>
        <source>slow</source>
        <comment>PAD_SLOW</comment>
        <translation>慢速</translation>
    </message>
    <message>
        <source>speed up</source>
        <comment>PAD_FASTER</comment>
        <translation>提速</translation>
    </message>
    <message>
        <source>speed down</source>
        <comment>PAD_SLOWER</comment>
        <translation>降速</translation>
    </message>
    <message>
        <source>STOP</source>
        <comment>PAD_STOP</comment>
        <translation>停止</translation>
    </message>
    <message>
        <source>arm</source>
        <comment>PAD_ARM</comment>
        <translation>解锁</translation>
    </message>
    <message>
        <source>clear</source>
        <comment>PAD_CLEAR</comment>
        <translation>复位</translation>
    </message>
    <message>
        <source>mark the moment</source>
        <comment>PAD_MARK</comment>
        <translation>标记此刻</translation>
    </message>
    <message>
        <source>Marks the moment</source>
        <comment>MARK_BUTTON</comment>
        <translation>标记此刻</translation>
    </message>
    <message>
        <source>Button that marks a moment in the black box and in plots, as {key} does, on the gamepad that drives. The robot hears nothing of it.</source>
        <comment>MARK_BUTTON_TIP</comment>
        <translation>驾驶所用手柄上的按键，像 {key} 一样在黑匣子和曲线图中标记此刻。机器人不会收到它。</translation>
    </message>
    <message>
        <source>Sticks</source>
        <comment>STICKS_ROW</comment>
        <translation>摇杆</translation>
    </message>
    <message>
        <source>Assignment of the sticks</source>
        <comment>STICKS</comment>
        <translation>摇杆分配</translation>
    </message>
    <message>
        <source>Common assignments of the sticks. The directions stay as they are set below.</source>
        <comment>STICKS_TIP</comment>
        <translation>常用的摇杆分配。方向仍按下方的设置。</translation>
    </message>
    <message>
        <source>One stick</source>
        <comment>ONE_STICK</comment>
        <translation>单摇杆</translation>
    </message>
    <message>
        <source>Forward left, turn right</source>
        <comment>FORWARD_LEFT</comment>
        <translation>左摇杆前进，右摇杆转向</translation>
    </message>
    <message>
        <source>Turn left, forward right</source>
        <comment>TURN_LEFT</comment>
        <translation>左摇杆转向，右摇杆前进</translation>
    </message>
    <message>
        <source>Custom</source>
        <comment>CUSTOM</comment>
        <translation>自定义</translation>
    </message>
    <message>
        <source>&amp;Drive forward</source>
        <comment>AXIS_FORWARD_ROW</comment>
        <translation>前进(&amp;D)</translation>
    </message>
    <message>
        <source>Turn, steer</source>
        <comment>AXIS_TURN_ROW</comment>
        <translation>转向、打轮</translation>
    </message>
    <message>
        <source>Sideways</source>
        <comment>AXIS_SIDEWAYS_ROW</comment>
        <translation>横移</translation>
    </message>
    <message>
        <source>Axis for forward</source>
        <comment>AXIS_FORWARD</comment>
        <translation>前进的轴</translation>
    </message>
    <message>
        <source>Axis for turning</source>
        <comment>AXIS_TURN</comment>
        <translation>转向的轴</translation>
    </message>
    <message>
        <source>Axis for sideways</source>
        <comment>AXIS_SIDEWAYS</comment>
        <translation>横移的轴</translation>
    </message>
    <message>
        <source>Stick or axis of the gamepad that does this.</source>
        <comment>AXIS_TIP</comment>
        <translation>用于此动作的手柄摇杆或轴。</translation>
    </message>
    <message>
        <source>Stick or axis that moves robots to the side whose maximum speed sideways is set.</source>
        <comment>AXIS_SIDEWAYS_TIP</comment>
        <translation>用于横移的摇杆或轴，仅对设置了横移最大速度的机器人有效。</translation>
    </message>
    <message>
        <source>The free stick</source>
        <comment>FREE_STICK</comment>
        <translation>空闲的摇杆</translation>
    </message>
    <message>
        <source>{axis}, reversed</source>
        <comment>AXIS_REVERSED_NAME</comment>
        <translation>{axis}，反向</translation>
    </message>
    <message>
        <source>The other direction of the stick: for example pull it to drive forward.</source>
        <comment>AXIS_REVERSED_TIP</comment>
        <translation>摇杆方向相反：例如向后拉为前进。</translation>
    </message>
    <message>
        <source>{role}: {direction}</source>
        <comment>PREVIEW</comment>
        <translation>{role}：{direction}</translation>
    </message>
    <message>
        <source>{role}: {buttons}</source>
        <comment>PAD_ROLE</comment>
        <translation>{role}：{buttons}</translation>
    </message>
    <message>
        <source>Rumble of the gamepad on a stop</source>
        <comment>RUMBLE</comment>
        <translation>停止时手柄振动</translation>
    </message>
    <message>
        <source>off</source>
        <comment>RUMBLE_OFF</comment>
        <translation>关</translation>
    </message>
    <message>
        <source>short</source>
        <comment>RUMBLE_SHORT</comment>
        <translation>短</translation>
    </message>
    <message>
        <source>long</source>
        <comment>RUMBLE_LONG</comment>
        <translation>长</translation>
    </message>
    <message>
        <source>double</source>
        <comment>RUMBLE_DOUBLE</comment>
        <translation>两下</translation>
    </message>
    <message>
        <source>Stopped by you</source>
        <comment>RUMBLE_OF_OPERATOR</comment>
        <translation>由你停止</translation>
    </message>
    <message>
        <source>Rumble on STOP, when nobody drove for long, and when the window lost focus.</source>
        <comment>RUMBLE_OF_OPERATOR_TIP</comment>
        <translation>按下“停止”、长时间无人驾驶或窗口失去焦点时振动。</translation>
    </message>
    <message>
        <source>Link</source>
        <comment>RUMBLE_OF_LINK</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>Rumble when the link to the robot is lost, or a subscriber came or left.</source>
        <comment>RUMBLE_OF_LINK_TIP</comment>
        <translation>与机器人的连接丢失，或有订阅者加入或离开时振动。</translation>
    </message>
    <message>
        <source>Robot</source>
        <comment>RUMBLE_OF_ROBOT</comment>
        <translation>机器人</translation>
    </message>
    <message>
        <source>Rumble when the E-stop of the robot is pressed, and when it does not obey or read its commands.</source>
        <comment>RUMBLE_OF_ROBOT_TIP</comment>
        <translation>机器人的急停被按下，或机器人不执行、不读取指令时振动。</translation>
    </message>
    <message>
        <source>Input lost</source>
        <comment>RUMBLE_OF_INPUT</comment>
        <translation>输入丢失</translation>
    </message>
    <message>
        <source>Rumble when another gamepad, or a program that drives, is gone.</source>
        <comment>RUMBLE_OF_INPUT_TIP</comment>
        <translation>其他手柄或驾驶程序断开时振动。</translation>
    </message>
    <message>
        <source>This computer</source>
        <comment>RUMBLE_OF_COMPUTER</comment>
        <translation>本机</translation>
    </message>
    <message>
        <source>Rumble when this computer is late, the window is frozen or driving has failed.</source>
        <comment>RUMBLE_OF_COMPUTER_TIP</comment>
        <translation>本机响应过慢、窗口卡死或驾驶失效时振动。</translation>
    </message>
    <message>
        <source>Try</source>
        <comment>TRY_RUMBLE</comment>
        <translation>测试</translation>
    </message>
    <message>
        <source>Feel it on the gamepad. The robot does not move.</source>
        <comment>TRY_RUMBLE_TIP</comment>
        <translation>在手柄上感受振动。机器人不会移动。</translation>
    </message>
    <message>
        <source>Try: {what}</source>
        <comment>TRY_RUMBLE_OF</comment>
        <translation>测试：{what}</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>AHEAD</comment>
        <translation>前进</translation>
    </message>
    <message>
        <source>backward</source>
        <comment>BACKWARD</comment>
        <translation>后退</translation>
    </message>
    <message>
        <source>left</source>
        <comment>TO_THE_LEFT</comment>
        <translation>向左</translation>
    </message>
    <message>
        <source>right</source>
        <comment>TO_THE_RIGHT</comment>
        <translation>向右</translation>
    </message>
    <message>
        <source>centred</source>
        <comment>CENTRED</comment>
        <translation>居中</translation>
    </message>
    <message>
        <source>not moved yet</source>
        <comment>NOT_MOVED_YET</comment>
        <translation>尚未动过</translation>
    </message>
    <message>
        <source>not on this gamepad</source>
        <comment>NO_SUCH_AXIS</comment>
        <translation>此手柄上没有</translation>
    </message>
    <message>
        <source>{name}: push its sticks to see what they ask for.</source>
        <comment>PREVIEW_OF</comment>
        <translation>{name}：推动摇杆，查看对应的输出。</translation>
    </message>
    <message>
        <source>With a robot selected for driving and a gamepad connected, the bars show what its sticks ask for.</source>
        <comment>PREVIEW_NEEDS_PAD</comment>
        <translation>选定要驾驶的机器人并连接手柄后，条形图显示摇杆的输出。</translation>
    </message>
    <message>
        <source>This robot can't be driven with this type. It accepts {types}.</source>
        <comment>TYPES_TAKEN</comment>
        <translation>此机器人不能用该类型驾驶。可接受的类型：{types}。</translation>
    </message>
    <message>
        <source>This robot does not list this topic now.</source>
        <comment>TOPIC_UNKNOWN</comment>
        <translation>此机器人目前没有列出该话题。</translation>
    </message>
    <message>
        <source>On this robot the type is {type}.</source>
        <comment>TOPIC_CARRIES</comment>
        <translation>此机器人上的类型为 {type}。</translation>
    </message>
    <message>
        <source>This robot has no such node now.</source>
        <comment>NODE_UNKNOWN</comment>
        <translation>此机器人目前没有该节点。</translation>
    </message>
    <message>
        <source>Undo</source>
        <comment>UNDO</comment>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Use their version</source>
        <comment>USE_THEIR_VERSION</comment>
        <translation>使用磁盘版本</translation>
    </message>
    <message>
        <source>Read the file again and discard your changes.</source>
        <comment>THEIRS_TIP</comment>
        <translation>重新读取文件，放弃你的更改。</translation>
    </message>
    <message>
        <source>Save my version</source>
        <comment>SAVE_MY_VERSION</comment>
        <translation>保存我的版本</translation>
    </message>
    <message>
        <source>Their version is kept under another name.</source>
        <comment>MINE_TIP</comment>
        <translation>磁盘上的版本以其他名称保留。</translation>
    </message>
    <message>
        <source>Save</source>
        <comment>SAVE</comment>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <comment>DISCARD</comment>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Delete the file, so that the default values apply. You can undo this.</source>
        <comment>RESET_TIP</comment>
        <translation>删除文件，改用默认值。可以撤销。</translation>
    </message>
    <message>
        <source>Delete this profile. You can undo this.</source>
        <comment>DELETE_TIP</comment>
        <translation>删除此配置档案。可以撤销。</translation>
    </message>
    <message>
        <source>Rename this profile ({key}).</source>
        <comment>RENAME_TIP</comment>
        <translation>重命名此配置档案（{key}）。</translation>
    </message>
    <message>
        <source>&amp;Profiles</source>
        <comment>PROFILES</comment>
        <translation>配置档案(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;w</source>
        <comment>NEW</comment>
        <translation>新建(&amp;W)</translation>
    </message>
    <message>
        <source>New profile with the default values ({key}).</source>
        <comment>NEW_TIP</comment>
        <translation>按默认值新建配置档案（{key}）。</translation>
    </message>
    <message>
        <source>Dupli&amp;cate</source>
        <comment>DUPLICATE</comment>
        <translation>创建副本(&amp;C)</translation>
    </message>
    <message>
        <source>New profile with the values of this one ({key}).</source>
        <comment>DUPLICATE_TIP</comment>
        <translation>按此配置档案的值新建配置档案（{key}）。</translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <comment>RENAME</comment>
        <translation>重命名(&amp;M)</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <comment>DELETE</comment>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Use this profile</source>
        <comment>USE_THIS_PROFILE</comment>
        <translation>使用此配置档案(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Start over</source>
        <comment>START_OVER</comment>
        <translation>重新开始(&amp;S)</translation>
    </message>
    <message>
        <source>Use the default values. The current file is kept under another name.</source>
        <comment>START_OVER_TIP</comment>
        <translation>使用默认值。当前文件以其他名称保留。</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <comment>OPEN_FOLDER</comment>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>Folder of the profile files.</source>
        <comment>FOLDER_TIP</comment>
        <translation>配置档案文件所在的文件夹。</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <comment>READ_AGAIN</comment>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>Read the file again after fixing it.</source>
        <comment>READ_AGAIN_TIP</comment>
        <translation>修正文件后重新读取。</translation>
    </message>
    <message>
        <source>No profile saved yet. Defaults apply to every robot.</source>
        <comment>NONE_SAVED</comment>
        <translation>尚未保存配置档案。所有机器人都使用默认值。</translation>
    </message>
    <message>
        <source>Re&amp;vert</source>
        <comment>REVERT</comment>
        <translation>还原(&amp;V)</translation>
    </message>
    <message>
        <source>Return to the last saved state.</source>
        <comment>REVERT_TIP</comment>
        <translation>恢复到上次保存的状态。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <comment>SAVE_TEXT</comment>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>CLOSE</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Escape</source>
        <comment>CLOSE_TIP</comment>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Wheel joints on this side, separated by commas, with the names of the engine.</source>
        <comment>JOINTS_TIP</comment>
        <translation>此侧的车轮关节，用逗号分隔，使用引擎中的名称。</translation>
    </message>
    <message>
        <source>none (model::joint)</source>
        <comment>NO_JOINTS</comment>
        <translation>无（model::joint）</translation>
    </message>
    <message>
        <source>Radius of a wheel, from the axis to the floor.</source>
        <comment>RADIUS_TIP</comment>
        <translation>车轮半径，从轮轴到地面。</translation>
    </message>
    <message>
        <source>Distance from the left to the right wheels.</source>
        <comment>TRACK_TIP</comment>
        <translation>左右车轮之间的距离。</translation>
    </message>
    <message>
        <source>Wheel radius</source>
        <comment>WHEEL_RADIUS</comment>
        <translation>车轮半径</translation>
    </message>
    <message>
        <source>Track</source>
        <comment>TRACK</comment>
        <translation>轮距</translation>
    </message>
    <message>
        <source>Wheels</source>
        <comment>WHEELS</comment>
        <translation>车轮</translation>
    </message>
    <message>
        <source>NRP-core only: velocities of joints drive the robot.</source>
        <comment>WHEELS_TIP</comment>
        <translation>仅限 NRP-core：用关节速度驱动机器人。</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>ADD</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add an action on STOP. ROS 1 only.</source>
        <comment>ADD_STOP_TIP</comment>
        <translation>添加“停止”时的操作。仅限 ROS 1。</translation>
    </message>
    <message>
        <source>name on the robot</source>
        <comment>STOP_NAME</comment>
        <translation>机器人上的名称</translation>
    </message>
    <message>
        <source>Remove it from the list.</source>
        <comment>REMOVE_STOP_TIP</comment>
        <translation>从列表移除。</translation>
    </message>
    <message>
        <source>Left joints</source>
        <comment>LEFT_JOINTS</comment>
        <translation>左侧关节</translation>
    </message>
    <message>
        <source>Right joints</source>
        <comment>RIGHT_JOINTS</comment>
        <translation>右侧关节</translation>
    </message>
    <message>
        <source>left reversed</source>
        <comment>LEFT_REVERSED</comment>
        <translation>左侧反向</translation>
    </message>
    <message>
        <source>right reversed</source>
        <comment>RIGHT_REVERSED</comment>
        <translation>右侧反向</translation>
    </message>
    <message>
        <source>For wheels that roll back at a positive joint velocity.</source>
        <comment>REVERSED_TIP</comment>
        <translation>用于关节速度为正时向后滚动的车轮。</translation>
    </message>
    <message>
        <source>&amp;Left, right</source>
        <comment>LEFT_RIGHT</comment>
        <translation>左侧、右侧(&amp;L)</translation>
    </message>
    <message>
        <source>Radius, trac&amp;k</source>
        <comment>RADIUS_TRACK</comment>
        <translation>半径、轮距(&amp;K)</translation>
    </message>
    <message>
        <source>Rolling</source>
        <comment>ROLLING</comment>
        <translation>滚动</translation>
    </message>
    <message>
        <source>Remove {what}</source>
        <comment>REMOVE</comment>
        <translation>移除{what}</translation>
    </message>
    <message>
        <source>none</source>
        <comment>NONE</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Acceleration. Slowing down is twice as fast; stopping is immediate.</source>
        <comment>ACCELERATION_TIP</comment>
        <translation>加速度。减速时为此值的两倍；停止立即生效。</translation>
    </message>
    <message>
        <source>Acceleration of a turn. Slowing down is twice as fast; stopping is immediate.</source>
        <comment>TURN_ACCELERATION_TIP</comment>
        <translation>转向的加速度。减速时为此值的两倍；停止立即生效。</translation>
    </message>
    <message>
        <source>Repetition rate of an unchanged command.</source>
        <comment>RATE_TIP</comment>
        <translation>指令不变时重复发送的频率。</translation>
    </message>
    <message>
        <source>Maximum speed while turbo is held. Unticked, it is the maximum speed above.</source>
        <comment>TURBO_TIP</comment>
        <translation>按住加速时的最大速度。未勾选时同上方的最大速度。</translation>
    </message>
    <message>
        <source>Share of the maximum speed that driving begins with: the initial position of the speed slider.</source>
        <comment>SHARE_TIP</comment>
        <translation>开始驾驶时占最大速度的比例：即速度滑块的初始位置。</translation>
    </message>
    <message>
        <source>While slow is held, this part of the speed on the slider is allowed.</source>
        <comment>SLOW_TIP</comment>
        <translation>按住慢速时，允许的速度为滑块速度的这一比例。</translation>
    </message>
    <message>
        <source>While turbo is held, so many times the speed on the slider is allowed, up to the maximum.</source>
        <comment>FACTOR_TIP</comment>
        <translation>按住加速时，允许的速度为滑块速度的这一倍数，不超过最大速度。</translation>
    </message>
    <message>
        <source>default of the robot</source>
        <comment>DEFAULT_OF_THE_ROBOT</comment>
        <translation>机器人的默认值</translation>
    </message>
    <message>
        <source>Topic for commands. Choose one that accepts commands, or type another.</source>
        <comment>TOPIC_TIP</comment>
        <translation>指令话题。选择一个接受指令的话题，或输入其他话题。</translation>
    </message>
    <message>
        <source>Type of the commands.</source>
        <comment>TYPE_TIP</comment>
        <translation>指令的类型。</translation>
    </message>
    <message>
        <source>The subscriber that counts as the base: on ROS 1 a node, on Gazebo the address of the simulator. Needed if several programs subscribe.</source>
        <comment>NODE_TIP</comment>
        <translation>视为底盘的订阅者：ROS 1 上为节点，Gazebo 上为仿真器的地址。有多个程序订阅时必须填写。</translation>
    </message>
    <message>
        <source>Drive this joint instead of the base, up to the speeds above: a revolute joint by turning, a prismatic joint by forward and back.</source>
        <comment>JOINT_TIP</comment>
        <translation>驾驶此关节而不是底盘，不超过上方的速度：旋转关节用转向操作，平移关节用前进和后退操作。</translation>
    </message>
    <message>
        <source>Drive the joint by effort. At full speed it gets this many N·m, or N for a prismatic joint.</source>
        <comment>EFFORT_TIP</comment>
        <translation>用力矩驱动关节。全速时施加此值，单位 N·m，平移关节为 N。</translation>
    </message>
    <message>
        <source>How a joint driven by effort stops. Without effort an arm may fall. Only NRP-core engines can hold the position.</source>
        <comment>EFFORT_STOP_TIP</comment>
        <translation>用力矩驱动的关节如何停止。没有力矩时机械臂可能下落。只有 NRP-core 引擎能保持位置。</translation>
    </message>
    <message>
        <source>Up to 60 letters, digits, spaces, periods and hyphens. Changing it renames the profile.</source>
        <comment>NAME_TIP</comment>
        <translation>最多 60 个英文字母、数字、空格、句点和连字符。修改后配置档案随之重命名。</translation>
    </message>
    <message>
        <source>Set up a &amp;gamepad…</source>
        <comment>SET_UP_A_GAMEPAD</comment>
        <translation>设置手柄(&amp;G)…</translation>
    </message>
    <message>
        <source>Set up the sticks and buttons of a gamepad. This disarms the robot.</source>
        <comment>SET_UP_TIP</comment>
        <translation>设置手柄的摇杆和按键。机器人会被锁定。</translation>
    </message>
    <message>
        <source>Maximum speed forward and back.</source>
        <comment>LINEAR_TIP</comment>
        <translation>前进和后退的最大速度。</translation>
    </message>
    <message>
        <source>Maximum speed of a turn.</source>
        <comment>ANGULAR_TIP</comment>
        <translation>转向的最大速度。</translation>
    </message>
    <message>
        <source>reversed</source>
        <comment>REVERSED</comment>
        <translation>反向</translation>
    </message>
    <message>
        <source>For a robot that drives back on a forward command.</source>
        <comment>FORWARD_REVERSED_TIP</comment>
        <translation>用于收到前进指令却后退的机器人。</translation>
    </message>
    <message>
        <source>Forward reversed</source>
        <comment>FORWARD_REVERSED</comment>
        <translation>前进反向</translation>
    </message>
    <message>
        <source>For a robot that turns right on a left command.</source>
        <comment>TURN_REVERSED_TIP</comment>
        <translation>用于收到左转指令却右转的机器人。</translation>
    </message>
    <message>
        <source>Turning reversed</source>
        <comment>TURNING_REVERSED</comment>
        <translation>转向反向</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Type of commands</source>
        <comment>TYPE_OF_COMMANDS</comment>
        <translation>指令类型</translation>
    </message>
    <message>
        <source>Frame</source>
        <comment>FRAME</comment>
        <translation>坐标系</translation>
    </message>
    <message>
        <source>frame_id of the commands, if their type has one (TwistStamped).</source>
        <comment>FRAME_TIP</comment>
        <translation>指令的 frame_id，仅当指令类型含有它时使用（TwistStamped）。</translation>
    </message>
    <message>
        <source>Node of the base</source>
        <comment>NODE_OF_THE_BASE</comment>
        <translation>底盘的节点</translation>
    </message>
    <message>
        <source>any subscriber</source>
        <comment>ANY_SUBSCRIBER</comment>
        <translation>任意订阅者</translation>
    </message>
    <message>
        <source>One joint</source>
        <comment>ONE_JOINT</comment>
        <translation>单个关节</translation>
    </message>
    <message>
        <source>none: the base</source>
        <comment>NONE_THE_BASE</comment>
        <translation>无：底盘</translation>
    </message>
    <message>
        <source>prismatic</source>
        <comment>JOINT_SLIDES</comment>
        <translation>平移式</translation>
    </message>
    <message>
        <source>Prismatic joint</source>
        <comment>JOINT_SLIDES_NAME</comment>
        <translation>平移关节</translation>
    </message>
    <message>
        <source>The joint moves in m instead of rad.</source>
        <comment>JOINT_SLIDES_TIP</comment>
        <translation>关节运动的单位是 m 而不是 rad。</translation>
    </message>
    <message>
        <source>Effort</source>
        <comment>EFFORT</comment>
        <translation>力矩</translation>
    </message>
    <message>
        <source>by velocity</source>
        <comment>BY_VELOCITY</comment>
        <translation>按速度</translation>
    </message>
    <message>
        <source>Effort on stop</source>
        <comment>EFFORT_ON_STOP</comment>
        <translation>停止时的力矩</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <comment>NAME</comment>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Speed</source>
        <comment>SPEED</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Forward</source>
        <comment>FORWARD</comment>
        <translation>前进</translation>
    </message>
    <message>
        <source>Turn</source>
        <comment>TURN</comment>
        <translation>转向</translation>
    </message>
    <message>
        <source>Ma&amp;ximum speed</source>
        <comment>MAXIMUM_SPEED</comment>
        <translation>最大速度(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Turbo</source>
        <comment>TURBO</comment>
        <translation>按住加速(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;hare at start, slow</source>
        <comment>SHARE_SLOW</comment>
        <translation>起始比例、慢速(&amp;H)</translation>
    </message>
    <message>
        <source>Share at start</source>
        <comment>SHARE</comment>
        <translation>起始比例</translation>
    </message>
    <message>
        <source>Slow</source>
        <comment>SLOW</comment>
        <translation>慢速</translation>
    </message>
    <message>
        <source>Turbo &amp;factor, idle time</source>
        <comment>TURBO_FACTOR</comment>
        <translation>加速倍数、空闲时间(&amp;F)</translation>
    </message>
    <message>
        <source>Idle time</source>
        <comment>IDLE_TIME</comment>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Time after which an armed robot that nobody drives is disarmed.</source>
        <comment>IDLE_TIP</comment>
        <translation>已解锁的机器人无人驾驶超过此时间后锁定。</translation>
    </message>
    <message>
        <source>Turbo factor</source>
        <comment>FACTOR</comment>
        <translation>加速倍数</translation>
    </message>
    <message>
        <source>Sideways and cars</source>
        <comment>OTHER_MOTION</comment>
        <translation>横移和阿克曼小车</translation>
    </message>
    <message>
        <source>Sideways, acceleration</source>
        <comment>SIDEWAYS_ROW</comment>
        <translation>横移、加速度</translation>
    </message>
    <message>
        <source>Maximum speed, sideways</source>
        <comment>SIDEWAYS</comment>
        <translation>最大速度，横移</translation>
    </message>
    <message>
        <source>Maximum speed to the sides, for legged robots and those with wheels that roll sideways.</source>
        <comment>SIDEWAYS_TIP</comment>
        <translation>横移的最大速度，用于足式机器人和车轮可横向滚动的机器人。</translation>
    </message>
    <message>
        <source>Acceleration, sideways</source>
        <comment>SIDEWAYS_HARDER</comment>
        <translation>加速度，横移</translation>
    </message>
    <message>
        <source>Steering, rate</source>
        <comment>STEERING_ROW</comment>
        <translation>转向角、速率</translation>
    </message>
    <message>
        <source>Maximum steering angle</source>
        <comment>STEERING</comment>
        <translation>最大转向角</translation>
    </message>
    <message>
        <source>Steering rate</source>
        <comment>STEERING_RATE</comment>
        <translation>转向速率</translation>
    </message>
    <message>
        <source>Angle of a car's wheels, and how fast they turn. Used with AckermannDrive commands.</source>
        <comment>STEERING_TIP</comment>
        <translation>阿克曼小车车轮的转向角及打轮快慢。用于 AckermannDrive 指令。</translation>
    </message>
    <message>
        <source>Wheel base, sideways</source>
        <comment>WHEEL_BASE_ROW</comment>
        <translation>轴距、横移</translation>
    </message>
    <message>
        <source>Wheel base</source>
        <comment>WHEEL_BASE</comment>
        <translation>轴距</translation>
    </message>
    <message>
        <source>Distance from the front to the rear axle of a car. With it, programs can ask for a turn in rad/s. Sticks and keys always steer by the angle.</source>
        <comment>WHEEL_BASE_TIP</comment>
        <translation>阿克曼小车前后轮轴之间的距离。填写后，程序可以用 rad/s 请求转向。摇杆和按键始终按转向角控制。</translation>
    </message>
    <message>
        <source>Free axes</source>
        <comment>FREE_AXES</comment>
        <translation>附加轴</translation>
    </message>
    <message>
        <source>Add axis</source>
        <comment>ADD_AXIS</comment>
        <translation>添加轴</translation>
    </message>
    <message>
        <source>Add a lift, a tilt or another number that is driven beside the base: up to three.</source>
        <comment>ADD_AXIS_TIP</comment>
        <translation>添加升降、俯仰或其他与底盘一同驾驶的数值：最多三个。</translation>
    </message>
    <message>
        <source>Axis {number}</source>
        <comment>NEW_AXIS</comment>
        <translation>轴 {number}</translation>
    </message>
    <message>
        <source>Remove this axis</source>
        <comment>REMOVE_AXIS_TIP</comment>
        <translation>移除此轴</translation>
    </message>
    <message>
        <source>Name of the axis</source>
        <comment>AXIS_NAME</comment>
        <translation>轴的名称</translation>
    </message>
    <message>
        <source>Name that the drive panel shows, with the unit if you like: Lift (m/s).</source>
        <comment>AXIS_NAME_TIP</comment>
        <translation>驾驶面板显示的名称，可以带单位：升降（m/s）。</translation>
    </message>
    <message>
        <source>Topic, type</source>
        <comment>AXIS_TOPIC_ROW</comment>
        <translation>话题、类型</translation>
    </message>
    <message>
        <source>Topic of the axis</source>
        <comment>AXIS_TOPIC</comment>
        <translation>轴的话题</translation>
    </message>
    <message>
        <source>Topic of the axis. Empty: the field is part of the commands of the base.</source>
        <comment>AXIS_TOPIC_TIP</comment>
        <translation>轴的话题。留空：该字段属于底盘指令。</translation>
    </message>
    <message>
        <source>commands of the base</source>
        <comment>AXIS_OF_BASE</comment>
        <translation>底盘指令</translation>
    </message>
    <message>
        <source>Type of the axis</source>
        <comment>AXIS_TYPE</comment>
        <translation>轴的类型</translation>
    </message>
    <message>
        <source>Type of the messages on this topic.</source>
        <comment>AXIS_TYPE_TIP</comment>
        <translation>此话题的消息类型。</translation>
    </message>
    <message>
        <source>Field, neutral value</source>
        <comment>AXIS_FIELD_ROW</comment>
        <translation>字段、中位值</translation>
    </message>
    <message>
        <source>Field of the axis</source>
        <comment>AXIS_FIELD</comment>
        <translation>轴的字段</translation>
    </message>
    <message>
        <source>Number in the message, such as data or linear.z.</source>
        <comment>AXIS_FIELD_TIP</comment>
        <translation>消息中的数值，如 data 或 linear.z。</translation>
    </message>
    <message>
        <source>Neutral value</source>
        <comment>AXIS_NEUTRAL</comment>
        <translation>中位值</translation>
    </message>
    <message>
        <source>Value when the axis is released, at once, and on a stop unless another is set below. An axis that takes a position goes there by itself.</source>
        <comment>AXIS_NEUTRAL_TIP</comment>
        <translation>松开附加轴时立即采用的值；停止时也是此值，除非在下方另设。以位置控制的轴会自行移到那里。</translation>
    </message>
    <message>
        <source>Value on stop</source>
        <comment>AXIS_ZERO</comment>
        <translation>停止时的值</translation>
    </message>
    <message>
        <source>Value that the axis gets on a stop and keeps until it is moved. Unticked: the neutral value.</source>
        <comment>AXIS_ZERO_TIP</comment>
        <translation>停止时发给此轴的值，轴一直保持它，直到再次被移动。未勾选：中位值。</translation>
    </message>
    <message>
        <source>Hold at a stop by: topic, field</source>
        <comment>AXIS_MEASURED_ROW</comment>
        <translation>停止时按位置保持：话题、字段</translation>
    </message>
    <message>
        <source>Topic of the position</source>
        <comment>AXIS_MEASURED</comment>
        <translation>位置的话题</translation>
    </message>
    <message>
        <source>Where the robot tells the position of the axis, in the unit of its commands. On a stop, an axis with such a topic is told to stay where it is; an axis without one is a speed and gets its value on stop.</source>
        <comment>AXIS_MEASURED_TIP</comment>
        <translation>机器人在哪里给出此轴的位置，单位与指令相同。停止时，有位置话题的轴会收到停在原处的指令；没有位置话题的轴按速度处理，收到停止时的值。</translation>
    </message>
    <message>
        <source>Field of the position</source>
        <comment>AXIS_MEASURED_FIELD</comment>
        <translation>位置的字段</translation>
    </message>
    <message>
        <source>Least, most</source>
        <comment>AXIS_RANGE_ROW</comment>
        <translation>最小、最大</translation>
    </message>
    <message>
        <source>Least</source>
        <comment>AXIS_LEAST</comment>
        <translation>最小</translation>
    </message>
    <message>
        <source>Most</source>
        <comment>AXIS_MOST</comment>
        <translation>最大</translation>
    </message>
    <message>
        <source>The axis never gets a value beyond this.</source>
        <comment>AXIS_RANGE_TIP</comment>
        <translation>轴的值不会超出此范围。</translation>
    </message>
    <message>
        <source>Rate per second</source>
        <comment>AXIS_RATE</comment>
        <translation>每秒变化率</translation>
    </message>
    <message>
        <source>Fastest change of the value. It may go back twice as fast, and a stop is at once.</source>
        <comment>AXIS_RATE_TIP</comment>
        <translation>值变化的最快速率。返回时可快至两倍，停止立即生效。</translation>
    </message>
    <message>
        <source>Stick</source>
        <comment>AXIS_STICK_ROW</comment>
        <translation>摇杆</translation>
    </message>
    <message>
        <source>Stick of the axis</source>
        <comment>AXIS_STICK</comment>
        <translation>轴的摇杆</translation>
    </message>
    <message>
        <source>Axis of the gamepad that moves this axis, while the button to drive is held.</source>
        <comment>AXIS_STICK_TIP</comment>
        <translation>按住驾驶键时移动此轴的手柄轴。</translation>
    </message>
    <message>
        <source>Stick of the axis reversed</source>
        <comment>FREE_REVERSED</comment>
        <translation>轴的摇杆反向</translation>
    </message>
    <message>
        <source>Down, or to the right, is more instead of less.</source>
        <comment>FREE_REVERSED_TIP</comment>
        <translation>向下或向右为增大，而不是减小。</translation>
    </message>
    <message>
        <source>Buttons more, less</source>
        <comment>AXIS_BUTTONS_ROW</comment>
        <translation>增大、减小按键</translation>
    </message>
    <message>
        <source>Button for more</source>
        <comment>AXIS_MORE</comment>
        <translation>增大的按键</translation>
    </message>
    <message>
        <source>Button for less</source>
        <comment>AXIS_LESS</comment>
        <translation>减小的按键</translation>
    </message>
    <message>
        <source>Button of the gamepad that moves this axis, while the button to drive is held, too.</source>
        <comment>AXIS_BUTTONS_TIP</comment>
        <translation>移动此轴的手柄按键，同样须按住驾驶键。</translation>
    </message>
    <message>
        <source>Sideways reversed</source>
        <comment>SIDEWAYS_REVERSED</comment>
        <translation>横移反向</translation>
    </message>
    <message>
        <source>For a robot that moves right on a left command.</source>
        <comment>SIDEWAYS_REVERSED_TIP</comment>
        <translation>用于收到左移指令却右移的机器人。</translation>
    </message>
    <message>
        <source>Acceler&amp;ation</source>
        <comment>ACCELERATION</comment>
        <translation>加速度(&amp;A)</translation>
    </message>
    <message>
        <source>D&amp;irection</source>
        <comment>DIRECTION</comment>
        <translation>方向(&amp;I)</translation>
    </message>
    <message>
        <source>Commands</source>
        <comment>COMMANDS</comment>
        <translation>指令</translation>
    </message>
    <message>
        <source>T&amp;opic, type</source>
        <comment>TOPIC_TYPE</comment>
        <translation>话题、类型(&amp;O)</translation>
    </message>
    <message>
        <source>Node of the &amp;base</source>
        <comment>NODE_CAPTION</comment>
        <translation>底盘的节点(&amp;B)</translation>
    </message>
    <message>
        <source>Frame, &amp;rate</source>
        <comment>FRAME_RATE</comment>
        <translation>坐标系、频率(&amp;R)</translation>
    </message>
    <message>
        <source>One &amp;joint</source>
        <comment>JOINT_CAPTION</comment>
        <translation>单个关节(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Effort, on stop</source>
        <comment>EFFORT_CAPTION</comment>
        <translation>力矩、停止时(&amp;E)</translation>
    </message>
    <message>
        <source>Keys and on-screen stick</source>
        <comment>KEYS_AND_STICK</comment>
        <translation>按键和屏幕摇杆</translation>
    </message>
    <message>
        <source>Deadman key</source>
        <comment>DEADMAN</comment>
        <translation>使能键</translation>
    </message>
    <message>
        <source>Key that must be held first to drive by keys or by the on-screen stick. On the stick the right mouse button does the same. Releasing it stops the robot. The key counts by its place on a US keyboard.</source>
        <comment>DEADMAN_TIP</comment>
        <translation>用按键或屏幕摇杆驾驶前必须先按住的键。在屏幕摇杆上，鼠标右键作用相同。松开即停止机器人。按键以美式键盘上的位置为准。</translation>
    </message>
    <message>
        <source>none: keys and stick drive by themselves</source>
        <comment>NO_DEADMAN</comment>
        <translation>无：按键和摇杆可直接驾驶</translation>
    </message>
    <message>
        <source>{key}, held to drive</source>
        <comment>DEADMAN_KEY</comment>
        <translation>{key}，按住驾驶</translation>
    </message>
    <message>
        <source>Always in the black box</source>
        <comment>ALWAYS_RECORDED</comment>
        <translation>黑匣子始终录制</translation>
    </message>
    <message>
        <source>Topics</source>
        <comment>RECORD_WITHOUT_VIEW</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>The usual ones, though no view shows them</source>
        <comment>RECORD_USUAL</comment>
        <translation>通常的话题，即使没有视图显示</translation>
    </message>
    <message>
        <source>Commands, odometry, transforms, battery, diagnostics, the log and the status of goals, as far as the robot has them, are recorded while the black box is on.</source>
        <comment>RECORD_USUAL_TIP</comment>
        <translation>黑匣子开启时，录制机器人具有的指令、里程计、坐标变换、电池、诊断、日志和目标状态。</translation>
    </message>
    <message>
        <source>Others</source>
        <comment>RECORD_TOPICS</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Names of further topics that the black box always records, with spaces between. Cameras, lasers and point clouds are left out: they would work for that alone.</source>
        <comment>RECORD_TOPICS_TIP</comment>
        <translation>黑匣子还要始终录制的话题的名称，以空格分隔。相机、激光雷达和点云除外：它们会仅为此而工作。</translation>
    </message>
    <message>
        <source>E-stop of the robot</source>
        <comment>ESTOP</comment>
        <translation>机器人的急停</translation>
    </message>
    <message>
        <source>Topic of the E-stop</source>
        <comment>ESTOP_TOPIC</comment>
        <translation>急停的话题</translation>
    </message>
    <message>
        <source>Topic on which the robot reports its own E-stop. While it is pressed or unknown, the robot can't be armed; pressed while driving, it disarms. The topic has to be latched or repeated.</source>
        <comment>ESTOP_TOPIC_TIP</comment>
        <translation>机器人报告自身急停的话题。急停被按下或状态未知时，机器人无法解锁；驾驶中被按下则锁定机器人。该话题须为锁存或重复发布。</translation>
    </message>
    <message>
        <source>none: not watched</source>
        <comment>ESTOP_NONE</comment>
        <translation>无：不监视</translation>
    </message>
    <message>
        <source>Field, pressed when</source>
        <comment>ESTOP_FIELD_CAPTION</comment>
        <translation>字段、按下条件</translation>
    </message>
    <message>
        <source>Field of the E-stop</source>
        <comment>ESTOP_FIELD</comment>
        <translation>急停的字段</translation>
    </message>
    <message>
        <source>Field of the message, such as data, or status.flags.</source>
        <comment>ESTOP_FIELD_TIP</comment>
        <translation>消息的字段，如 data 或 status.flags。</translation>
    </message>
    <message>
        <source>Pressed when</source>
        <comment>ESTOP_WHEN</comment>
        <translation>按下条件</translation>
    </message>
    <message>
        <source>true or false; bit 3 for a bit of a number; a number; or a word in a text or the name of a value. With not before it the opposite.</source>
        <comment>ESTOP_WHEN_TIP</comment>
        <translation>true 或 false；bit 3 表示数值中的一位；一个数值；或文本中的词或值的名称。前面加 not 表示相反。</translation>
    </message>
    <message>
        <source>Not supported for robots in NRP-core engines: with it, they can't be armed.</source>
        <comment>ESTOP_NOT_HERE</comment>
        <translation>NRP-core 引擎中的机器人不支持：设置后无法解锁。</translation>
    </message>
    <message>
        <source>Gamepad</source>
        <comment>GAMEPAD</comment>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Additional actions on STOP</source>
        <comment>ADDITIONAL_ACTIONS_ON_STOP</comment>
        <translation>“停止”时的附加操作</translation>
    </message>
    <message>
        <source>Maximum speed, forward</source>
        <comment>MAXIMUM_SPEED_FORWARD</comment>
        <translation>最大速度，前进</translation>
    </message>
    <message>
        <source>Maximum speed, turning</source>
        <comment>MAXIMUM_SPEED_TURNING</comment>
        <translation>最大速度，转向</translation>
    </message>
    <message>
        <source>Acceleration, forward</source>
        <comment>ACCELERATION_FORWARD</comment>
        <translation>加速度，前进</translation>
    </message>
    <message>
        <source>Acceleration, turning</source>
        <comment>ACCELERATION_TURNING</comment>
        <translation>加速度，转向</translation>
    </message>
    <message>
        <source>Repetition rate</source>
        <comment>REPETITION_RATE</comment>
        <translation>重复频率</translation>
    </message>
    <message>
        <source>Turbo, forward</source>
        <comment>TURBO_FORWARD</comment>
        <translation>按住加速，前进</translation>
    </message>
    <message>
        <source>Turbo, turning</source>
        <comment>TURBO_TURNING</comment>
        <translation>按住加速，转向</translation>
    </message>
    <message>
        <source>on stop …</source>
        <comment>ON_STOP</comment>
        <translation>停止时…</translation>
    </message>
    <message>
        <source>no effort (may fall)</source>
        <comment>NO_EFFORT_MAY_FALL</comment>
        <translation>无力矩（可能下落）</translation>
    </message>
    <message>
        <source>hold position</source>
        <comment>HOLD_POSITION</comment>
        <translation>保持位置</translation>
    </message>
    <message>
        <source>no commands</source>
        <comment>NO_COMMANDS</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Lock topic</source>
        <comment>LOCK_TOPIC</comment>
        <translation>互锁话题</translation>
    </message>
    <message>
        <source>Gets true (std_msgs/Bool) while STOP is active, and false after Clear: for example a lock of twist_mux.</source>
        <comment>LOCK_TOPIC_TIP</comment>
        <translation>“停止”生效时收到 true（std_msgs/Bool），复位后收到 false：例如 twist_mux 的锁。</translation>
    </message>
    <message>
        <source>Service</source>
        <comment>SERVICE</comment>
        <translation>服务</translation>
    </message>
    <message>
        <source>Called on STOP with an empty request, up to three times until it answers.</source>
        <comment>SERVICE_TIP</comment>
        <translation>“停止”时以空请求调用，最多三次，直到有应答。</translation>
    </message>
    <message>
        <source>Goals of an action</source>
        <comment>GOALS_OF_ACTION</comment>
        <translation>动作的目标</translation>
    </message>
    <message>
        <source>STOP cancels all goals of this action.</source>
        <comment>GOALS_OF_ACTION_TIP</comment>
        <translation>“停止”会取消此动作的所有目标。</translation>
    </message>
</context>
<context>
    <name>ProgramWording</name>
    <message>
        <source>Close other programs and try again. If it happens again, please report it.</source>
        <comment>BUSY_TIP</comment>
        <translation>请关闭其他程序后重试。如果再次出现，请报告此问题。</translation>
    </message>
    <message>
        <source>The check itself failed: {kind}: {error}</source>
        <comment>CHECK_FAILED</comment>
        <translation>检查本身失败：{kind}：{error}</translation>
    </message>
    <message>
        <source>Please report it.</source>
        <comment>REPORT_TIP</comment>
        <translation>请报告此问题。</translation>
    </message>
    <message>
        <source>Install Teledeck again.</source>
        <comment>INSTALL_AGAIN_TIP</comment>
        <translation>请重新安装 Teledeck。</translation>
    </message>
    <message>
        <source>The check did not end within {timeout_s:g} s</source>
        <comment>NOT_ENDED</comment>
        <translation>检查未能在 {timeout_s:g} s 内结束</translation>
    </message>
    <message>
        <source>Teledeck was updated</source>
        <comment>UPDATED</comment>
        <translation>Teledeck 已更新</translation>
    </message>
    <message>
        <source>{text}. {tip}</source>
        <comment>WITH_TIP</comment>
        <translation>{text}。{tip}</translation>
    </message>
    <message>
        <source>Restart Teledeck.</source>
        <comment>UPDATED_TIP</comment>
        <translation>请重新启动 Teledeck。</translation>
    </message>
    <message>
        <source>Teledeck was updated. Restart it</source>
        <comment>UPDATED_START_AGAIN</comment>
        <translation>Teledeck 已更新。请重新启动</translation>
    </message>
    <message>
        <source>Teledeck could not restart: {error}. Start it manually.</source>
        <comment>NOT_STARTED_AGAIN</comment>
        <translation>Teledeck 无法重新启动：{error}。请手动启动。</translation>
    </message>
    <message>
        <source>On Debian and Ubuntu: sudo apt install {libraries}</source>
        <comment>LIBRARIES_TIP</comment>
        <translation>在 Debian 和 Ubuntu 上：sudo apt install {libraries}</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM is “{platform}”, which Qt does not have here. Unset it, or use one of these: {known}.</source>
        <comment>PLATFORM_UNKNOWN</comment>
        <translation>QT_QPA_PLATFORM 为“{platform}”，此处的 Qt 没有它。请取消该变量，或使用其中之一：{known}。</translation>
    </message>
    <message>
        <source>No screen is available for a window. Start Teledeck on a desktop, or over ssh -X. `teledeck --help` lists the commands that need no window.</source>
        <comment>NO_SCREEN</comment>
        <translation>没有可供窗口使用的屏幕。请在桌面上或通过 ssh -X 启动 Teledeck。`teledeck --help` 列出不需要窗口的命令。</translation>
    </message>
    <message>
        <source>The image can't be drawn: {error}</source>
        <comment>PICTURE_NOT_DRAWN</comment>
        <translation>无法绘制图像：{error}</translation>
    </message>
    <message>
        <source>The window can't be opened: {error}</source>
        <comment>WINDOW_NOT_OPENED</comment>
        <translation>无法打开窗口：{error}</translation>
    </message>
    <message>
        <source>Teledeck did not respond for a while</source>
        <comment>HAD_STOOD_STILL</comment>
        <translation>Teledeck 有一段时间没有响应</translation>
    </message>
    <message>
        <source>The demo robot could not start: {error}</source>
        <comment>DEMO_NOT_STARTED</comment>
        <translation>演示机器人无法启动：{error}</translation>
    </message>
    <message>
        <source>The demo robot ended while starting</source>
        <comment>DEMO_ENDED</comment>
        <translation>演示机器人在启动时结束</translation>
    </message>
    <message>
        <source>The demo robot did not start within {timeout_s:g} s</source>
        <comment>DEMO_NOT_IN_TIME</comment>
        <translation>演示机器人未能在 {timeout_s:g} s 内启动</translation>
    </message>
    <message>
        <source>The demo robot could not start</source>
        <comment>DEMO_FAILED</comment>
        <translation>演示机器人无法启动</translation>
    </message>
    <message>
        <source>The demo robot could not start: {reason}</source>
        <comment>DEMO_FAILED_BECAUSE</comment>
        <translation>演示机器人无法启动：{reason}</translation>
    </message>
</context>
<context>
    <name>ProtoFileWording</name>
    <message>
        <source>{file}:{line}: {reason}</source>
        <comment>AT_LINE</comment>
        <translation>{file}:{line}：{reason}</translation>
    </message>
    <message>
        <source>The text from {text!r} on can't be read</source>
        <comment>UNREADABLE</comment>
        <translation>从 {text!r} 起的文本无法读取</translation>
    </message>
    <message>
        <source>Expected {wanted}, found “{found}”</source>
        <comment>EXPECTED</comment>
        <translation>应为{wanted}，实际为“{found}”</translation>
    </message>
    <message>
        <source>Expected {wanted}, found the end of the file</source>
        <comment>ENDS_TOO_SOON</comment>
        <translation>应为{wanted}，但文件到此结束</translation>
    </message>
    <message>
        <source>Editions are not supported, only proto2 and proto3</source>
        <comment>NO_EDITIONS</comment>
        <translation>不支持 Editions，只支持 proto2 和 proto3</translation>
    </message>
    <message>
        <source>Messages are nested too deeply</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>消息嵌套过深</translation>
    </message>
    <message>
        <source>Proto3 has no required fields</source>
        <comment>NO_REQUIRED</comment>
        <translation>proto3 没有 required 字段</translation>
    </message>
    <message>
        <source>Groups are not supported; use a message</source>
        <comment>NO_GROUPS</comment>
        <translation>不支持 group；改用 message</translation>
    </message>
    <message>
        <source>{number} is not a valid field number</source>
        <comment>FIELD_NUMBER</comment>
        <translation>{number} 不是有效的字段编号</translation>
    </message>
    <message>
        <source>{message} has two fields “{field}”</source>
        <comment>TWO_FIELDS</comment>
        <translation>{message} 有两个字段“{field}”</translation>
    </message>
    <message>
        <source>{field} and {other} of {message} both have the number {number}</source>
        <comment>SAME_NUMBER</comment>
        <translation>{message} 的 {field} 和 {other} 编号同为 {number}</translation>
    </message>
    <message>
        <source>No file defines “{type_name}”</source>
        <comment>NOBODY_DEFINES</comment>
        <translation>没有文件定义“{type_name}”</translation>
    </message>
    <message>
        <source>Put the file with the definition into the same folder.</source>
        <comment>NOBODY_DEFINES_TIP</comment>
        <translation>请将含有该定义的文件放到同一文件夹中。</translation>
    </message>
    <message>
        <source>a message, an enum or another definition</source>
        <comment>DEFINITION</comment>
        <translation>消息、枚举或其他定义</translation>
    </message>
    <message>
        <source>a name</source>
        <comment>NAME</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>a name without dots</source>
        <comment>NAME_WITHOUT_DOTS</comment>
        <translation>不带点的名称</translation>
    </message>
    <message>
        <source>a number</source>
        <comment>NUMBER</comment>
        <translation>数字</translation>
    </message>
    <message>
        <source>a whole number</source>
        <comment>INTEGER</comment>
        <translation>整数</translation>
    </message>
    <message>
        <source>a text</source>
        <comment>TEXT</comment>
        <translation>文本</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <comment>MARK</comment>
        <translation>“{text}”</translation>
    </message>
    <message>
        <source>more</source>
        <comment>MORE</comment>
        <translation>后续内容</translation>
    </message>
    <message>
        <source>proto2 or proto3</source>
        <comment>SYNTAX</comment>
        <translation>“proto2”或“proto3”</translation>
    </message>
    <message>
        <source>optional, required or repeated</source>
        <comment>LABEL</comment>
        <translation>“optional”、“required”或“repeated”</translation>
    </message>
    <message>
        <source>a whole number, bool or string as the key of a map</source>
        <comment>MAP_KEY</comment>
        <translation>作为 map 键的整数、bool 或 string</translation>
    </message>
    <message>
        <source>{file}: {other_file} also defines {type_name}</source>
        <comment>DEFINED_TWICE</comment>
        <translation>{file}：{other_file} 也定义了 {type_name}</translation>
    </message>
    <message>
        <source>Name a folder with only one version of each type.</source>
        <comment>DEFINED_TWICE_TIP</comment>
        <translation>请指定每个类型只有一个版本的文件夹。</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <comment>FILE_INVALID</comment>
        <translation>{file}：{reason}</translation>
    </message>
    <message>
        <source>These files import each other in a circle: {files}</source>
        <comment>CIRCLE</comment>
        <translation>这些文件循环导入：{files}</translation>
    </message>
    <message>
        <source>Put those types into one file.</source>
        <comment>CIRCLE_TIP</comment>
        <translation>请将这些类型放到一个文件中。</translation>
    </message>
</context>
<context>
    <name>ProtobufWording</name>
    <message>
        <source>The data is nested too deeply</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>数据嵌套过深</translation>
    </message>
    <message>
        <source>The data has more than {limit:,} fields</source>
        <comment>TOO_MANY_FIELDS</comment>
        <translation>数据的字段超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>A number is longer than ten bytes</source>
        <comment>NUMBER_TOO_LONG</comment>
        <translation>有数值超过 10 字节</translation>
    </message>
    <message>
        <source>The data ends in the middle of a number</source>
        <comment>NUMBER_CUT</comment>
        <translation>数据在数值中间截断</translation>
    </message>
    <message>
        <source>Field {number} has an unknown wire type</source>
        <comment>NO_WIRE_TYPE</comment>
        <translation>字段 {number} 的 wire type 未知</translation>
    </message>
    <message>
        <source>A field has an impossible number</source>
        <comment>NO_FIELD_NUMBER</comment>
        <translation>有字段的编号无效</translation>
    </message>
    <message>
        <source>Field {number} ends a group that did not begin</source>
        <comment>GROUP_NOT_BEGUN</comment>
        <translation>字段 {number} 结束了一个没有开始的组</translation>
    </message>
    <message>
        <source>Field {number} needs {size_bytes:,} bytes, but only {left_bytes:,} are left</source>
        <comment>FIELD_CUT</comment>
        <translation>字段 {number} 需要 {size_bytes:,} 字节，但只剩 {left_bytes:,} 字节</translation>
    </message>
    <message>
        <source>Field {number} ends a group that is not open</source>
        <comment>GROUP_NOT_OPEN</comment>
        <translation>字段 {number} 结束了一个未打开的组</translation>
    </message>
    <message>
        <source>Group {number} does not end</source>
        <comment>GROUP_WITHOUT_END</comment>
        <translation>组 {number} 没有结束</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are not a whole number of values of {size_bytes} bytes</source>
        <comment>PACKED_SIZE</comment>
        <translation>{length_bytes:,} 字节不是每个值 {size_bytes} 字节的整数倍</translation>
    </message>
    <message>
        <source>A message is not protobuf: {reason}</source>
        <comment>NO_PROTOBUF</comment>
        <translation>有消息不是 protobuf：{reason}</translation>
    </message>
    <message>
        <source>This topic may not come from a Gazebo Classic server.</source>
        <comment>NO_PROTOBUF_TIP</comment>
        <translation>此话题可能不是来自 Gazebo Classic 服务器。</translation>
    </message>
    <message>
        <source>The type is unknown, so it has no field “{field}”</source>
        <comment>TYPE_UNNAMED</comment>
        <translation>类型未知，因此没有字段“{field}”</translation>
    </message>
    <message>
        <source>Use the numbers of fields: 1[0].</source>
        <comment>FIELDS_BY_NUMBER_TIP</comment>
        <translation>请使用字段编号：1[0]。</translation>
    </message>
    <message>
        <source>The bytes are not a valid {type_name}: {reason}</source>
        <comment>BYTES_INVALID</comment>
        <translation>这些字节不是有效的 {type_name}：{reason}</translation>
    </message>
    <message>
        <source>{field}…: The value is nested too deeply</source>
        <comment>VALUE_TOO_DEEP</comment>
        <translation>{field}…：值嵌套过深</translation>
    </message>
    <message>
        <source>Only one of {field} and {other} can be sent</source>
        <comment>ONE_OF</comment>
        <translation>{field} 和 {other} 只能发送其中之一</translation>
    </message>
    <message>
        <source>{type_name} requires {field}</source>
        <comment>REQUIRED</comment>
        <translation>{type_name} 必须有 {field}</translation>
    </message>
    <message>
        <source>{field} must be a value of {type_name}, not {value}</source>
        <comment>ENUM_WANTED</comment>
        <translation>{field} 须为 {type_name} 的值，而不是 {value}</translation>
    </message>
    <message>
        <source>Write {{"base64": "…"}}, as `teledeck echo --bytes --json` does.</source>
        <comment>BYTES_WANTED_TIP</comment>
        <translation>请写成 {{"base64": "…"}}，与 `teledeck echo --bytes --json` 的输出一致。</translation>
    </message>
</context>
<context>
    <name>ProtocolWording</name>
    <message>
        <source>A frame declares {length_bytes:,} bytes, more than the limit of {limit_bytes:,}</source>
        <comment>FRAME_TOO_LARGE</comment>
        <translation>有帧声明了 {length_bytes:,} 字节，超过上限 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>If you expect messages of that size, raise the limit with --frame-limit MIB.</source>
        <comment>FRAME_TOO_LARGE_TIP</comment>
        <translation>如果确有这么大的消息，请用 --frame-limit MIB 提高上限。</translation>
    </message>
    <message>
        <source>Only {progress_bytes:,} bytes arrived in {stall_s:g} s</source>
        <comment>STALLED</comment>
        <translation>{stall_s:g} s 内只收到 {progress_bytes:,} 字节</translation>
    </message>
    <message>
        <source>The name has {length:,} characters; the limit is {limit:,}</source>
        <comment>NAME_TOO_LONG</comment>
        <translation>名称有 {length:,} 个字符；上限为 {limit:,}</translation>
    </message>
    <message>
        <source>A name can't contain the character U+{number:04X}</source>
        <comment>NAME_CHARACTER</comment>
        <translation>名称不能含有字符 U+{number:04X}</translation>
    </message>
    <message>
        <source>{topic} is already published</source>
        <comment>PUBLISHED_ALREADY</comment>
        <translation>{topic} 已在发布</translation>
    </message>
    <message>
        <source>Another kind of program may be answering at this address.</source>
        <comment>GALILEO_PEER_TIP</comment>
        <translation>在此地址应答的可能是其他种类的程序。</translation>
    </message>
</context>
<context>
    <name>PublishingWording</name>
    <message>
        <source>Stopped before it began</source>
        <comment>STOPPED_BEFORE</comment>
        <translation>开始之前已停止</translation>
    </message>
    <message>
        <source>The message is too long to be saved here. Copy it into a file.</source>
        <comment>TOO_LONG_TO_KEEP</comment>
        <translation>消息太长，无法保存在这里。请复制到文件中。</translation>
    </message>
    <message>
        <source>The message is nested too deeply</source>
        <comment>TOO_DEEP</comment>
        <translation>消息嵌套过深</translation>
    </message>
    <message>
        <source>The message is not JSON: {error}</source>
        <comment>NOT_JSON</comment>
        <translation>消息不是 JSON：{error}</translation>
    </message>
    <message>
        <source>{type} has no field “{name}”</source>
        <comment>NO_FIELD</comment>
        <translation>{type} 没有字段“{name}”</translation>
    </message>
    <message>
        <source>{field} must be a message, {{…}}</source>
        <comment>NO_MESSAGE</comment>
        <translation>{field} 必须是消息，{{…}}</translation>
    </message>
    <message>
        <source>{field} must be a list, […]</source>
        <comment>NO_LIST</comment>
        <translation>{field} 必须是列表，[…]</translation>
    </message>
    <message>
        <source>{field} has more than {count} elements. Enter it as JSON</source>
        <comment>TOO_MANY_ELEMENTS</comment>
        <translation>{field} 的元素超过 {count} 个。请以 JSON 输入</translation>
    </message>
    <message>
        <source>{field} always has {count} elements</source>
        <comment>FIXED_LENGTH</comment>
        <translation>{field} 固定有 {count} 个元素</translation>
    </message>
    <message>
        <source>{field} must be a whole number from {lowest} to {highest}</source>
        <comment>OUT_OF_RANGE</comment>
        <translation>{field} 必须是 {lowest} 到 {highest} 之间的整数</translation>
    </message>
    <message>
        <source>{field} must be true or false</source>
        <comment>NO_BOOLEAN</comment>
        <translation>{field} 必须是 true 或 false</translation>
    </message>
    <message>
        <source>{field} must be a whole number</source>
        <comment>NO_INTEGER</comment>
        <translation>{field} 必须是整数</translation>
    </message>
    <message>
        <source>{field} must be a number</source>
        <comment>NO_NUMBER</comment>
        <translation>{field} 必须是数字</translation>
    </message>
    <message>
        <source>{field} must be a text</source>
        <comment>NO_TEXT</comment>
        <translation>{field} 必须是文本</translation>
    </message>
    <message>
        <source>{field} must be bytes in base64</source>
        <comment>NO_BYTES</comment>
        <translation>{field} 必须是 base64 字节数据</translation>
    </message>
    <message>
        <source>{field} must be one of {names}</source>
        <comment>NO_SUCH_NAME</comment>
        <translation>{field} 必须是其中之一：{names}</translation>
    </message>
    <message>
        <source>Field</source>
        <comment>FIELD</comment>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Unit</source>
        <comment>UNIT</comment>
        <translation>单位</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>TYPE</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>1 element</source>
        <comment>ONE_ELEMENT</comment>
        <translation>1 个元素</translation>
    </message>
    <message>
        <source>{count} elements</source>
        <comment>ELEMENTS</comment>
        <translation>{count} 个元素</translation>
    </message>
    <message>
        <source>No fields to fill in</source>
        <comment>NO_FIELDS</comment>
        <translation>没有要填写的字段</translation>
    </message>
    <message>
        <source>This message has none. Send it as it is.</source>
        <comment>NO_FIELDS_TIP</comment>
        <translation>此消息没有字段。请直接发送。</translation>
    </message>
    <message>
        <source>Fields</source>
        <comment>FIELDS</comment>
        <translation>字段</translation>
    </message>
    <message>
        <source>JSON</source>
        <comment>JSON</comment>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Add an element to the list ({key})</source>
        <comment>ADD_TIP</comment>
        <translation>向列表添加元素（{key}）</translation>
    </message>
    <message>
        <source>Omit the field or remove the element ({key})</source>
        <comment>REMOVE_TIP</comment>
        <translation>省略字段或移除元素（{key}）</translation>
    </message>
    <message>
        <source>Saved messages</source>
        <comment>PRESETS_TIP</comment>
        <translation>已保存的消息</translation>
    </message>
    <message>
        <source>Message as JSON</source>
        <comment>MESSAGE_AS_JSON</comment>
        <translation>消息的 JSON</translation>
    </message>
    <message>
        <source>Message fields</source>
        <comment>MESSAGE_FIELDS</comment>
        <translation>消息字段</translation>
    </message>
    <message>
        <source>Copy message as JSON</source>
        <comment>COPY_MESSAGE_AS_JSON</comment>
        <translation>将消息复制为 JSON</translation>
    </message>
    <message>
        <source>Add element</source>
        <comment>ADD_ELEMENT</comment>
        <translation>添加元素</translation>
    </message>
    <message>
        <source>Omit</source>
        <comment>OMIT</comment>
        <translation>省略</translation>
    </message>
    <message>
        <source>Omit all</source>
        <comment>OMIT_ALL</comment>
        <translation>全部省略</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Save this message…</source>
        <comment>SAVE_PRESET</comment>
        <translation>保存此消息…</translation>
    </message>
    <message>
        <source>Save message</source>
        <comment>SAVE_PRESET_TITLE</comment>
        <translation>保存消息</translation>
    </message>
    <message>
        <source>Name:</source>
        <comment>NAME</comment>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Delete</source>
        <comment>DELETE</comment>
        <translation>删除</translation>
    </message>
    <message>
        <source>Presets</source>
        <comment>PRESETS</comment>
        <translation>预设</translation>
    </message>
    <message>
        <source>Add an element to the list</source>
        <comment>ADD_KEY</comment>
        <translation>向列表添加元素</translation>
    </message>
    <message>
        <source>Omit the field, or remove the element</source>
        <comment>REMOVE_KEY</comment>
        <translation>省略字段，或移除元素</translation>
    </message>
    <message>
        <source>Edit the field</source>
        <comment>EDIT_THE_FIELD</comment>
        <translation>编辑字段</translation>
    </message>
</context>
<context>
    <name>RecordUiWording</name>
    <message>
        <source>Recorded: {file} ({time}, {size})</source>
        <comment>RECORDED</comment>
        <translation>已录制：{file}（{time}，{size}）</translation>
    </message>
    <message>
        <source>The recording has ended: {reason}. What came before is in {file} ({time}, {size})</source>
        <comment>ENDED_BY_ITSELF</comment>
        <translation>录制已结束：{reason}。此前的内容在 {file}（{time}，{size}）</translation>
    </message>
    <message>
        <source>{text}. Messages that are missing: {count}</source>
        <comment>WITH_LOST</comment>
        <translation>{text}。缺少的消息：{count}</translation>
    </message>
    <message>
        <source>Open folder</source>
        <comment>OPEN_FOLDER</comment>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Copy path</source>
        <comment>COPY_PATH</comment>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>{folder} can't be made: {reason}</source>
        <comment>NO_FOLDER</comment>
        <translation>无法创建 {folder}：{reason}</translation>
    </message>
    <message>
        <source>Record chosen topics</source>
        <comment>CHOOSE_TITLE</comment>
        <translation>录制所选话题</translation>
    </message>
    <message>
        <source>Only these topics go into the file, with their images. They are subscribed to as long as it is recorded.</source>
        <comment>CHOOSE_ABOUT</comment>
        <translation>只有这些话题会写入文件，包括它们的图像。录制期间会一直订阅它们。</translation>
    </message>
    <message>
        <source>Filter topics</source>
        <comment>FILTER</comment>
        <translation>筛选话题</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>TYPE</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Topics to record</source>
        <comment>TOPICS</comment>
        <translation>要录制的话题</translation>
    </message>
    <message>
        <source>Selected: {count}</source>
        <comment>CHOSEN</comment>
        <translation>已选：{count}</translation>
    </message>
    <message>
        <source>Record</source>
        <comment>RECORD</comment>
        <translation>录制</translation>
    </message>
    <message>
        <source>{time}, {size}, {rate}</source>
        <comment>STATUS</comment>
        <translation>{time}，{size}，{rate}</translation>
    </message>
    <message>
        <source>{status}, {left} left</source>
        <comment>STATUS_LEFT</comment>
        <translation>{status}，还可录 {left}</translation>
    </message>
    <message>
        <source>Recording into {file}</source>
        <comment>STATUS_TIP</comment>
        <translation>正在录制到 {file}</translation>
    </message>
    <message>
        <source>Mark {number} at {time}</source>
        <comment>MARKED</comment>
        <translation>标记 {number}，{time}</translation>
    </message>
    <message>
        <source>Mark {number} at {time}: {words}</source>
        <comment>MARKED_WITH_WORDS</comment>
        <translation>标记 {number}，{time}：{words}</translation>
    </message>
    <message>
        <source>Add words</source>
        <comment>ADD_WORDS</comment>
        <translation>添加文字</translation>
    </message>
    <message>
        <source>Say what was marked ({key}). The mark is set already</source>
        <comment>ADD_WORDS_TIP</comment>
        <translation>说明所标记的是什么（{key}）。标记已经设好</translation>
    </message>
    <message>
        <source>Words of mark {number} at {time}</source>
        <comment>WORDS_OF_MARK</comment>
        <translation>标记 {number}（{time}）的文字</translation>
    </message>
    <message>
        <source>{enter} adds the words, {escape} leaves the mark as it is</source>
        <comment>WORDS_TIP</comment>
        <translation>{enter} 添加文字，{escape} 让标记保持原样</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <comment>HOURS</comment>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <comment>MINUTES</comment>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <source>Kept: {file} ({time}, {size})</source>
        <comment>KEPT</comment>
        <translation>已保留：{file}（{time}，{size}）</translation>
    </message>
    <message>
        <source>{text}. Parts that can't be read are left out: {count}</source>
        <comment>WITH_DAMAGED</comment>
        <translation>{text}。无法读取而略去的部分：{count}</translation>
    </message>
    <message>
        <source>Keep the last minutes</source>
        <comment>KEEP_TITLE</comment>
        <translation>保留最近几分钟</translation>
    </message>
    <message>
        <source>What the black box holds is copied into a file of its own, which Teledeck never deletes.</source>
        <comment>KEEP_ABOUT</comment>
        <translation>黑匣子中的内容会复制到一个单独的文件，Teledeck 不会删除它。</translation>
    </message>
    <message>
        <source>The last {count} min</source>
        <comment>KEEP_MINUTES</comment>
        <translation>最近 {count} 分钟</translation>
    </message>
    <message>
        <source>All that it holds ({minutes} min, {size})</source>
        <comment>KEEP_ALL</comment>
        <translation>其中的全部内容（{minutes} 分钟，{size}）</translation>
    </message>
    <message>
        <source>Keep</source>
        <comment>KEEP</comment>
        <translation>保留</translation>
    </message>
    <message>
        <source>Copying</source>
        <comment>KEEPING</comment>
        <translation>正在复制</translation>
    </message>
</context>
<context>
    <name>RecordWording</name>
    <message>
        <source>less than {free_gb:g} GB are free</source>
        <comment>TOO_LITTLE_FREE</comment>
        <translation>可用空间不足 {free_gb:g} GB</translation>
    </message>
    <message>
        <source>it ended by an error: see the log</source>
        <comment>ENDED_BY_ITSELF</comment>
        <translation>因错误而自行结束：请查看日志</translation>
    </message>
    <message>
        <source>Nothing can be recorded: {trouble}</source>
        <comment>NOT_RECORDED</comment>
        <translation>无法录制：{trouble}</translation>
    </message>
    <message>
        <source>Nothing can be recorded into {folder}: {reason}</source>
        <comment>FOLDER_REFUSES</comment>
        <translation>无法录制到 {folder}：{reason}</translation>
    </message>
    <message>
        <source>There is too little room to record into {folder}: {free_mb} MB are free, {least_mb} MB are needed</source>
        <comment>NO_ROOM</comment>
        <translation>空间不足，无法录制到 {folder}：可用 {free_mb} MB，需要 {least_mb} MB</translation>
    </message>
    <message>
        <source>Make room on the disk, then record again.</source>
        <comment>NO_ROOM_TIP</comment>
        <translation>请在磁盘上腾出空间，然后重新录制。</translation>
    </message>
    <message>
        <source>The last minutes can't be kept in {folder}: {reason}</source>
        <comment>NOT_KEPT</comment>
        <translation>无法把最近几分钟保留到 {folder}：{reason}</translation>
    </message>
    <message>
        <source>nothing of it can be read, parts that are damaged or gone: {count}</source>
        <comment>NOT_READABLE</comment>
        <translation>其中没有任何内容可以读取，已损坏或丢失的部分：{count}</translation>
    </message>
    <message>
        <source>The black box holds nothing of the last minutes</source>
        <comment>NOTHING_TO_KEEP</comment>
        <translation>黑匣子中没有最近几分钟的内容</translation>
    </message>
    <message>
        <source>It holds what is subscribed to while it is on: see Preferences, Black box.</source>
        <comment>NOTHING_TO_KEEP_TIP</comment>
        <translation>它开启时会保存已订阅的内容：见偏好设置的“黑匣子”页。</translation>
    </message>
    <message>
        <source>{type_name} is the type of a sensor, which would work for that alone</source>
        <comment>SENSOR_ALONE</comment>
        <translation>{type_name} 是传感器的类型，它会仅为此而工作</translation>
    </message>
    <message>
        <source>it sends more than {most_mb_s:g} MB/s or {most_hz:g} messages/s</source>
        <comment>TOO_MUCH</comment>
        <translation>它每秒发送超过 {most_mb_s:g} MB 或 {most_hz:g} 条消息</translation>
    </message>
    <message>
        <source>no more than {most} topics of a robot are recorded by themselves</source>
        <comment>TOO_MANY_TOPICS</comment>
        <translation>每台机器人最多自动记录 {most} 个话题</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <comment>DISK_FULL</comment>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>Nothing is kept in the black box: {trouble}</source>
        <comment>NOTHING_KEPT</comment>
        <translation>黑匣子未保留任何内容：{trouble}</translation>
    </message>
    <message>
        <source>Make room on the disk, or choose another size in the preferences. The robot is not affected.</source>
        <comment>NOTHING_KEPT_TIP</comment>
        <translation>请清理磁盘空间，或在偏好设置中选择其他大小。机器人不受影响。</translation>
    </message>
</context>
<context>
    <name>RecordingWording</name>
    <message>
        <source>{file} is damaged at byte {place} ({field}): {what}</source>
        <comment>DAMAGED</comment>
        <translation>{file} 在第 {place} 字节处（{field}）已损坏：{what}</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <comment>NO_FILE</comment>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>it is no MCAP file</source>
        <comment>NO_MCAP</comment>
        <translation>它不是 MCAP 文件</translation>
    </message>
    <message>
        <source>it is neither an MCAP file nor a bag</source>
        <comment>NO_RECORDING</comment>
        <translation>它既不是 MCAP 文件，也不是 bag 文件</translation>
    </message>
    <message>
        <source>only bags of version 2.0 can be read</source>
        <comment>OTHER_BAG</comment>
        <translation>只能读取 2.0 版的 bag 文件</translation>
    </message>
    <message>
        <source>the bag is encrypted</source>
        <comment>ENCRYPTED</comment>
        <translation>该 bag 文件已加密</translation>
    </message>
    <message>
        <source>it is missing, or has another length</source>
        <comment>NO_FIELD</comment>
        <translation>缺失，或长度不对</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <comment>CUT_SHORT</comment>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>it points to where the file has nothing</source>
        <comment>OUT_OF_FILE</comment>
        <translation>它指向文件中不存在的位置</translation>
    </message>
    <message>
        <source>it points to something that is no such message</source>
        <comment>WRONG_INDEX</comment>
        <translation>它指向的位置没有这样的消息</translation>
    </message>
    <message>
        <source>no chunk is there</source>
        <comment>NO_CHUNK</comment>
        <translation>该处没有数据块</translation>
    </message>
    <message>
        <source>another program has written it, and may still do so</source>
        <comment>OTHER_WRITER</comment>
        <translation>文件由其他程序写入，可能仍在写入</translation>
    </message>
    <message>
        <source>what follows is damaged, but not the end of the file</source>
        <comment>GOES_ON</comment>
        <translation>此后的内容已损坏，但并不是文件的末尾</translation>
    </message>
    <message>
        <source>there is no schema {number}</source>
        <comment>NO_SCHEMA</comment>
        <translation>没有编号为 {number} 的类型</translation>
    </message>
    <message>
        <source>a chunk is larger than {limit_mib} MiB</source>
        <comment>CHUNK_TOO_LARGE</comment>
        <translation>一个数据块大于 {limit_mib} MiB</translation>
    </message>
    <message>
        <source>there are more than {limit} chunks</source>
        <comment>TOO_MANY_CHUNKS</comment>
        <translation>数据块超过 {limit} 个</translation>
    </message>
    <message>
        <source>a chunk has more than {limit} messages</source>
        <comment>TOO_MANY_MESSAGES</comment>
        <translation>一个数据块中的消息超过 {limit} 条</translation>
    </message>
    <message>
        <source>types and topics take more than {limit_mib} MiB</source>
        <comment>RECORD_TOO_LARGE</comment>
        <translation>类型和话题占用超过 {limit_mib} MiB</translation>
    </message>
    <message>
        <source>a chunk has another size than it says</source>
        <comment>WRONG_SIZE</comment>
        <translation>一个数据块的大小与其声明的不同</translation>
    </message>
    <message>
        <source>the checksum of a chunk is wrong</source>
        <comment>WRONG_SUM</comment>
        <translation>一个数据块的校验和错误</translation>
    </message>
    <message>
        <source>a chunk can't be decompressed ({reason})</source>
        <comment>NOT_UNPACKED</comment>
        <translation>一个数据块无法解压（{reason}）</translation>
    </message>
    <message>
        <source>the compression “{name}” is unknown</source>
        <comment>UNKNOWN_COMPRESSION</comment>
        <translation>未知的压缩方式“{name}”</translation>
    </message>
</context>
<context>
    <name>ReferenceWording</name>
    <message>
        <source>No more than {most} runs can be compared at once</source>
        <comment>TOO_MANY</comment>
        <translation>最多可同时对比 {most} 次运行</translation>
    </message>
    <message>
        <source>Remove one of them first.</source>
        <comment>TOO_MANY_TIP</comment>
        <translation>请先移除其中一次。</translation>
    </message>
    <message>
        <source>{name} has no messages</source>
        <comment>EMPTY</comment>
        <translation>{name} 中没有消息</translation>
    </message>
    <message>
        <source>The run has no topic {topic}</source>
        <comment>NO_TOPIC</comment>
        <translation>该次运行没有话题 {topic}</translation>
    </message>
    <message>
        <source>{name} can't be read: {reason}</source>
        <comment>NOT_READ</comment>
        <translation>无法读取 {name}：{reason}</translation>
    </message>
    <message>
        <source>The histories of all runs would take more than {most_mb:g} MB: remove a run, or a curve</source>
        <comment>TOO_LARGE</comment>
        <translation>所有运行的历史数据将超过 {most_mb:g} MB：请移除一次运行或一条曲线</translation>
    </message>
    <message>
        <source>The run was not read to its end, so nothing of it is shown here</source>
        <comment>NOT_READ_WHOLE</comment>
        <translation>该次运行未读完，因此此处不显示其内容</translation>
    </message>
</context>
<context>
    <name>RobotWording</name>
    <message>
        <source>Show {count} dismissed</source>
        <comment>SHOW_DISMISSED</comment>
        <translation>显示 {count} 条已关闭</translation>
    </message>
    <message>
        <source>{text} ({count} times)</source>
        <comment>TIMES</comment>
        <translation>{text}（{count} 次）</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>NOTE</comment>
        <translation>说明</translation>
    </message>
    <message>
        <source>Now: {text}</source>
        <comment>NOW_WRONG</comment>
        <translation>现在：{text}</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>WARNING</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>ERROR</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>Last reported {age} ago</source>
        <comment>OLD_TIP</comment>
        <translation>最后一次报告于 {age} 前</translation>
    </message>
    <message>
        <source>{age} old</source>
        <comment>OLD</comment>
        <translation>{age} 前</translation>
    </message>
    <message>
        <source>Not reached</source>
        <comment>NOT_REACHED</comment>
        <translation>未连上</translation>
    </message>
    <message>
        <source>Not reached, next try in {wait_s} s ({which})</source>
        <comment>NEXT_TRY</comment>
        <translation>未连上，{wait_s} s 后重试（第 {which} 次）</translation>
    </message>
    <message>
        <source>Not reached, trying now ({which})</source>
        <comment>TRYING_NOW</comment>
        <translation>未连上，正在重试（第 {which} 次）</translation>
    </message>
    <message>
        <source>{number}st</source>
        <comment>ORDINAL_ST</comment>
        <translation>{number}</translation>
    </message>
    <message>
        <source>{number}nd</source>
        <comment>ORDINAL_ND</comment>
        <translation>{number}</translation>
    </message>
    <message>
        <source>{number}rd</source>
        <comment>ORDINAL_RD</comment>
        <translation>{number}</translation>
    </message>
    <message>
        <source>{number}th</source>
        <comment>ORDINAL_TH</comment>
        <translation>{number}</translation>
    </message>
    <message>
        <source>{state} for {age}</source>
        <comment>STATE_FOR</comment>
        <translation>{state}（{age}）</translation>
    </message>
    <message>
        <source>{state} since {time}</source>
        <comment>STATE_SINCE</comment>
        <translation>自 {time} 起{state}</translation>
    </message>
    <message>
        <source>The round trip to the robot takes {time}</source>
        <comment>ROUND_TRIP</comment>
        <translation>到机器人的往返时间为 {time}</translation>
    </message>
    <message>
        <source>{percent} lost (from the robot)</source>
        <comment>LOSS_ONE_WAY</comment>
        <translation>丢失 {percent}（来自机器人）</translation>
    </message>
    <message>
        <source>{percent} of the data from the robot was lost in the last two minutes</source>
        <comment>LOSS_ONE_WAY_TIP</comment>
        <translation>最近两分钟内，来自机器人的数据丢失 {percent}</translation>
    </message>
    <message>
        <source>{percent} lost (round trip)</source>
        <comment>LOSS_BOTH_WAYS</comment>
        <translation>丢失 {percent}（往返）</translation>
    </message>
    <message>
        <source>{percent} of the round trips were lost in the last two minutes</source>
        <comment>LOSS_BOTH_WAYS_TIP</comment>
        <translation>最近两分钟内，往返丢失 {percent}</translation>
    </message>
    <message>
        <source>{count} ignored</source>
        <comment>NOT_TAKEN</comment>
        <translation>忽略 {count} 个</translation>
    </message>
    <message>
        <source>Battery: {facts}</source>
        <comment>BATTERY</comment>
        <translation>电池：{facts}</translation>
    </message>
    <message>
        <source>The robot does not report whether it is charging.</source>
        <comment>CHARGING_UNKNOWN</comment>
        <translation>机器人不报告是否在充电。</translation>
    </message>
    <message>
        <source>Activity reported by the robot: {activity}</source>
        <comment>ACTIVITY</comment>
        <translation>机器人报告的活动：{activity}</translation>
    </message>
    <message>
        <source>Commands allowed</source>
        <comment>COMMANDS_ALLOWED</comment>
        <translation>允许指令</translation>
    </message>
    <message>
        <source>View only</source>
        <comment>VIEW_ONLY</comment>
        <translation>只看</translation>
    </message>
    <message>
        <source>Connect a robot first.</source>
        <comment>CONNECT_FIRST</comment>
        <translation>请先连接机器人。</translation>
    </message>
    <message>
        <source>No robot</source>
        <comment>NO_ROBOT</comment>
        <translation>没有机器人</translation>
    </message>
    <message>
        <source>Loading…</source>
        <comment>ASKED_FOR</comment>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Call failed</source>
        <comment>NOT_DONE</comment>
        <translation>调用失败</translation>
    </message>
    <message>
        <source>View only. Allow commands first</source>
        <comment>ALLOW_FIRST</comment>
        <translation>只看模式。请先允许指令</translation>
    </message>
    <message>
        <source>The simulator is not connected.</source>
        <comment>WORLD_AWAY</comment>
        <translation>仿真器未连接。</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <comment>WORLD_SILENT</comment>
        <translation>正在等待数据</translation>
    </message>
    <message>
        <source>World</source>
        <comment>WORLD</comment>
        <translation>仿真世界</translation>
    </message>
    <message>
        <source>Paused</source>
        <comment>WORLD_PAUSED</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <comment>WORLD_RUNNING</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <source>{factor:.2f} × real time</source>
        <comment>WORLD_FACTOR</comment>
        <translation>{factor:.2f} × 实时</translation>
    </message>
    <message>
        <source>no data for {age}</source>
        <comment>WORLD_NOT_HEARD</comment>
        <translation>{age} 无数据</translation>
    </message>
    <message>
        <source>You can't undo this.</source>
        <comment>CANT_BE_UNDONE</comment>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Reset the world of {name}?</source>
        <comment>RESET_WORLD</comment>
        <translation>重置 {name} 的仿真世界？</translation>
    </message>
    <message>
        <source>Reset the simulated time of {name}?</source>
        <comment>RESET_TIME</comment>
        <translation>重置 {name} 的仿真时间？</translation>
    </message>
    <message>
        <source>Reset all models of {name}?</source>
        <comment>RESET_MODELS</comment>
        <translation>重置 {name} 的所有模型？</translation>
    </message>
    <message>
        <source>Time returns to zero, and the models to their start positions.</source>
        <comment>RESET_WORLD_TIP</comment>
        <translation>时间归零，模型回到起始位置。</translation>
    </message>
    <message>
        <source>Time returns to zero.</source>
        <comment>RESET_TIME_TIP</comment>
        <translation>时间归零。</translation>
    </message>
    <message>
        <source>All models return to their start positions.</source>
        <comment>RESET_MODELS_TIP</comment>
        <translation>所有模型回到起始位置。</translation>
    </message>
    <message>
        <source>Resume</source>
        <comment>RESUME</comment>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <comment>PAUSE</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>No connection</source>
        <comment>NO_CONNECTION</comment>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>{count} {state}</source>
        <comment>LINKS_IN_STATE</comment>
        <translation>{state} {count} 个</translation>
    </message>
    <message>
        <source>Dismiss until it changes</source>
        <comment>DISMISS_UNTIL_IT_CHANGES</comment>
        <translation>关闭，直到有变化</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <comment>AND_MORE</comment>
        <translation>… 及另外 {count} 个</translation>
    </message>
    <message>
        <source>Console</source>
        <comment>CONSOLE</comment>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Parameters</source>
        <comment>PARAMETERS</comment>
        <translation>参数</translation>
    </message>
    <message>
        <source>Call and publish</source>
        <comment>CALL_AND_PUBLISH</comment>
        <translation>调用和发布</translation>
    </message>
    <message>
        <source>Nodes</source>
        <comment>NODES</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>Goals</source>
        <comment>GOALS</comment>
        <translation>目标</translation>
    </message>
    <message>
        <source>Joints</source>
        <comment>JOINTS</comment>
        <translation>关节</translation>
    </message>
    <message>
        <source>Frames (tf)</source>
        <comment>FRAMES_TF</comment>
        <translation>坐标系（tf）</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <comment>DIAGNOSTICS</comment>
        <translation>诊断</translation>
    </message>
    <message>
        <source>{count} ignored: from another address</source>
        <comment>IGNORED_FOREIGN</comment>
        <translation>忽略 {count} 个：来自其他地址</translation>
    </message>
    <message>
        <source>{count} ignored: from another session</source>
        <comment>IGNORED_STRANGE</comment>
        <translation>忽略 {count} 个：来自其他会话</translation>
    </message>
    <message>
        <source>{count} ignored: unknown data</source>
        <comment>IGNORED_MALFORMED</comment>
        <translation>忽略 {count} 个：未知数据</translation>
    </message>
    <message>
        <source>{count} ignored: too late</source>
        <comment>IGNORED_LATE</comment>
        <translation>忽略 {count} 个：太迟</translation>
    </message>
    <message>
        <source>{count} dropped: too many at once</source>
        <comment>DROPPED_AT_ONCE</comment>
        <translation>丢弃 {count} 个：同时到达过多</translation>
    </message>
    <message>
        <source>{count} not sent: no space in the network buffer</source>
        <comment>NOT_SENT</comment>
        <translation>未发送 {count} 个：网络缓冲区已满</translation>
    </message>
    <message>
        <source>{count} network errors</source>
        <comment>NETWORK_ERRORS</comment>
        <translation>{count} 个网络错误</translation>
    </message>
    <message>
        <source>Connecting</source>
        <comment>CONNECTING</comment>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Connected</source>
        <comment>CONNECTED</comment>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Stale</source>
        <comment>STALE</comment>
        <translation>无更新</translation>
    </message>
    <message>
        <source>Lost</source>
        <comment>LOST</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>REFUSED</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Allow commands</source>
        <comment>ALLOW_COMMANDS</comment>
        <translation>允许指令</translation>
    </message>
    <message>
        <source>Token…</source>
        <comment>TOKEN</comment>
        <translation>令牌…</translation>
    </message>
    <message>
        <source>Enter the token of this robot and reconnect</source>
        <comment>TOKEN_TIP</comment>
        <translation>输入此机器人的令牌并重新连接</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the address or a command line</source>
        <comment>COPY_THE_ADDRESS_OR</comment>
        <translation>复制地址或命令行</translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <comment>DIAGNOSE</comment>
        <translation>诊断…</translation>
    </message>
    <message>
        <source>Edit address…</source>
        <comment>EDIT_ADDRESS</comment>
        <translation>编辑地址…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <comment>EDIT</comment>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Copy address</source>
        <comment>COPY_ADDRESS</comment>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy as command line</source>
        <comment>COPY_AS_COMMAND_LINE</comment>
        <translation>复制为命令行</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <comment>DISCONNECT</comment>
        <translation>断开</translation>
    </message>
    <message>
        <source>Try now</source>
        <comment>TRY_NOW</comment>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Connect immediately</source>
        <comment>CONNECT_AT_ONCE</comment>
        <translation>立即连接</translation>
    </message>
    <message>
        <source>Correct the address and keep all other entries</source>
        <comment>CORRECT_THE_ADDRESS_EVERYTHING</comment>
        <translation>更正地址，保留其他所有条目</translation>
    </message>
    <message>
        <source>Check every step of the connection to this robot</source>
        <comment>CHECK_EVERY_STEP_OF</comment>
        <translation>检查到此机器人的连接的每一步</translation>
    </message>
    <message>
        <source>A robot is in view-only mode until you allow commands.
This applies to this robot until Teledeck closes</source>
        <comment>ALLOW_TIP</comment>
        <translation>允许指令之前，机器人处于只看模式。
允许只对此机器人有效，直到 Teledeck 关闭</translation>
    </message>
    <message>
        <source>{voltage}, {percent}, charging</source>
        <comment>CHARGING</comment>
        <translation>{voltage}，{percent}，充电中</translation>
    </message>
    <message>
        <source>{time}, {percent} lost (round trip)</source>
        <comment>LINK_FACTS</comment>
        <translation>{time}，丢失 {percent}（往返）</translation>
    </message>
    <message>
        <source>1 message/s</source>
        <comment>ONE_MESSAGE</comment>
        <translation>1 条消息/s</translation>
    </message>
    <message>
        <source>{rate} messages/s</source>
        <comment>MESSAGES</comment>
        <translation>{rate} 条消息/s</translation>
    </message>
    <message>
        <source>Messages received, over all topics</source>
        <comment>RATE_TIP</comment>
        <translation>所有话题收到的消息</translation>
    </message>
    <message>
        <source>Data received, without headers</source>
        <comment>BANDWIDTH_TIP</comment>
        <translation>收到的数据，不含包头</translation>
    </message>
    <message>
        <source>Messages dropped because the program was too slow</source>
        <comment>DROPPED_TIP</comment>
        <translation>因程序太慢而丢弃的消息</translation>
    </message>
    <message>
        <source>black box {minutes} min, {room}</source>
        <comment>BOX</comment>
        <translation>黑匣子 {minutes} 分钟，{room}</translation>
    </message>
    <message>
        <source>{used} of {limit}</source>
        <comment>BOX_ROOM</comment>
        <translation>{used}（上限 {limit}）</translation>
    </message>
    <message>
        <source>black box: nothing is kept</source>
        <comment>BOX_TROUBLE</comment>
        <translation>黑匣子：未保留任何内容</translation>
    </message>
    <message>
        <source>What robots said in these minutes is kept on this computer. Preferences: black box.</source>
        <comment>BOX_TIP</comment>
        <translation>这几分钟内机器人发送的内容保存在本机。设置见偏好设置中的“黑匣子”。</translation>
    </message>
    <message>
        <source>Messages that were not kept: {count}</source>
        <comment>BOX_LOST</comment>
        <translation>未能保留的消息数：{count}</translation>
    </message>
    <message>
        <source>Memory of this process</source>
        <comment>MEMORY_OF_THIS_PROCESS</comment>
        <translation>本进程的内存</translation>
    </message>
    <message>
        <source>{count} dropped</source>
        <comment>DROPPED</comment>
        <translation>丢弃 {count} 条</translation>
    </message>
    <message>
        <source>Simulated time</source>
        <comment>SIMULATED_TIME</comment>
        <translation>仿真时间</translation>
    </message>
    <message>
        <source>Real-time factor</source>
        <comment>REAL_TIME_FACTOR</comment>
        <translation>实时系数</translation>
    </message>
    <message>
        <source>Simulation steps per click</source>
        <comment>SIMULATION_STEPS_PER_CLICK</comment>
        <translation>每次单击的仿真步数</translation>
    </message>
    <message>
        <source>Steps per click</source>
        <comment>STEPS_PER_CLICK_NAME</comment>
        <translation>每次单击步数</translation>
    </message>
    <message>
        <source>Reset</source>
        <comment>RESET</comment>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset time, models or both</source>
        <comment>RESET_TIME_MODELS_OR</comment>
        <translation>重置时间、模型，或两者</translation>
    </message>
</context>
<context>
    <name>Ros1DoctorWording</name>
    <message>
        <source>The ROS master can't be reached: {reason}</source>
        <comment>MASTER_UNREACHABLE</comment>
        <translation>无法连上 ROS 主节点：{reason}</translation>
    </message>
    <message>
        <source>A ROS master answers at {master}</source>
        <comment>MASTER_ANSWERS</comment>
        <translation>{master} 上有 ROS 主节点应答</translation>
    </message>
    <message>
        <source>Check the spelling, use the IP address of the robot, or add ?alias={host}=ADDRESS.</source>
        <comment>MASTER_NAME_TIP</comment>
        <translation>请检查拼写、使用机器人的 IP 地址，或加上 ?alias={host}=ADDRESS。</translation>
    </message>
    <message>
        <source>The robot has {count} topics, {published} of them with a publisher</source>
        <comment>TOPICS</comment>
        <translation>机器人有 {count} 个话题，其中 {published} 个有发布者</translation>
    </message>
    <message>
        <source>The nodes of the robot may not run yet.</source>
        <comment>NONE_PUBLISHED_TIP</comment>
        <translation>机器人的节点可能尚未运行。</translation>
    </message>
    <message>
        <source>{node} can't be reached: {reason}</source>
        <comment>NODE_UNREACHABLE</comment>
        <translation>无法连上 {node}：{reason}</translation>
    </message>
    <message>
        <source>{node} at {host}:{port} can be reached and answers in {took_ms:.0f} ms</source>
        <comment>NODE_REACHED</comment>
        <translation>能连上 {host}:{port} 上的 {node}，{took_ms:.0f} ms 后应答</translation>
    </message>
    <message>
        <source>{node} at {host}:{port} can be reached, but answers only in {took_ms:.0f} ms</source>
        <comment>NODE_SLOW</comment>
        <translation>能连上 {host}:{port} 上的 {node}，但 {took_ms:.0f} ms 后才应答</translation>
    </message>
    <message>
        <source>The network is far, slow or lossy, or the node is busy. Images and commands will be late.</source>
        <comment>NODE_SLOW_TIP</comment>
        <translation>网络距离远、速度慢或有丢失，或节点繁忙。图像和指令会延迟。</translation>
    </message>
    <message>
        <source>The node gives no address for {topic}</source>
        <comment>SERVED_NOWHERE</comment>
        <translation>节点没有给出 {topic} 的地址</translation>
    </message>
    <message>
        <source>The node is faulty.</source>
        <comment>SERVED_NOWHERE_TIP</comment>
        <translation>该节点有故障。</translation>
    </message>
    <message>
        <source>{node} announces itself at “{host}”, which does not lead to it from here; Teledeck uses {address}</source>
        <comment>HOST_REPLACED</comment>
        <translation>{node} 通告的地址为“{host}”，从本机无法由此连到它；Teledeck 使用 {address}</translation>
    </message>
    <message>
        <source>{topic} has more than one type: {types}</source>
        <comment>TYPES_DIFFER</comment>
        <translation>{topic} 有多种类型：{types}</translation>
    </message>
    <message>
        <source>Two programs use one name for different data. Rename one of the topics.</source>
        <comment>TYPES_DIFFER_TIP</comment>
        <translation>两个程序用同一名称发布不同的数据。请为其中一个话题改名。</translation>
    </message>
    <message>
        <source>All publishers agree on the types of {count} topics</source>
        <comment>TYPES_AGREE</comment>
        <translation>{count} 个话题的类型在所有发布者之间一致</translation>
    </message>
    <message>
        <source>The clocks can't be compared: neither the master nor the nodes report their time</source>
        <comment>CLOCKS_UNKNOWN</comment>
        <translation>无法比较时钟：主节点和各节点都不报告时间</translation>
    </message>
    <message>
        <source>The clocks of {count} programs agree within a second or two</source>
        <comment>CLOCKS_AGREE</comment>
        <translation>{count} 个程序的时钟相差不超过一两秒</translation>
    </message>
    <message>
        <source>The clock of {where} is {by_s:,.0f} s ahead of the clock of this computer</source>
        <comment>CLOCK_AHEAD</comment>
        <translation>{where} 的时钟比本机时钟快 {by_s:,.0f} s</translation>
    </message>
    <message>
        <source>The clock of {where} is {by_s:,.0f} s behind the clock of this computer</source>
        <comment>CLOCK_BEHIND</comment>
        <translation>{where} 的时钟比本机时钟慢 {by_s:,.0f} s</translation>
    </message>
    <message>
        <source>Ages and transforms of messages will be wrong. Set both clocks by NTP (chrony).</source>
        <comment>CLOCKS_DIFFER_TIP</comment>
        <translation>消息的已过时间和坐标变换会出错。请用 NTP（chrony）校准两边的时钟。</translation>
    </message>
    <message>
        <source>The robot uses the clock of its own computer (/use_sim_time is not set)</source>
        <comment>NO_SIM_TIME</comment>
        <translation>机器人使用其自身计算机的时钟（未设置 /use_sim_time）</translation>
    </message>
    <message>
        <source>Time stands still: /use_sim_time is set, but /clock has no publisher</source>
        <comment>CLOCK_UNPUBLISHED</comment>
        <translation>时间静止：已设置 /use_sim_time，但 /clock 没有发布者</translation>
    </message>
    <message>
        <source>The robot uses simulated time from /clock</source>
        <comment>SIM_TIME</comment>
        <translation>机器人使用来自 /clock 的仿真时间</translation>
    </message>
    <message>
        <source>Time stands still: /use_sim_time is set, but /clock was silent for {waited_s:g} s</source>
        <comment>CLOCK_SILENT</comment>
        <translation>时间静止：已设置 /use_sim_time，但 {waited_s:g} s 内没有 /clock 的消息</translation>
    </message>
    <message>
        <source>The simulator may be paused.</source>
        <comment>CLOCK_SILENT_TIP</comment>
        <translation>仿真器可能已暂停。</translation>
    </message>
    <message>
        <source>{host} ({reason})</source>
        <comment>OWN_ADDRESS</comment>
        <translation>{host}（{reason}）</translation>
    </message>
    <message>
        <source>Correct or unset ROS_IP or ROS_HOSTNAME on this computer.</source>
        <comment>OWN_NAME_TIP</comment>
        <translation>请更正或取消本机的 ROS_IP 或 ROS_HOSTNAME。</translation>
    </message>
    <message>
        <source>Teledeck can't check whether the robot reaches {address}: no node reads {topic}</source>
        <comment>WAY_BACK_UNKNOWN</comment>
        <translation>Teledeck 无法检查机器人能否连上 {address}：没有节点读取 {topic}</translation>
    </message>
    <message>
        <source>Start rosout (roscore does so), then try again.</source>
        <comment>WAY_BACK_UNKNOWN_TIP</comment>
        <translation>请启动 rosout（roscore 会启动它），然后重试。</translation>
    </message>
    <message>
        <source>{node} connected to {address}, so commands reach the robot (no message was sent)</source>
        <comment>DIALLED_BY</comment>
        <translation>{node} 连接了 {address}，因此指令能够送达机器人（没有发送消息）</translation>
    </message>
    <message>
        <source>{node} reaches {address} but not the port for topics</source>
        <comment>TOPICS_UNREACHED</comment>
        <translation>{node} 能连上 {address}，但连不上话题的端口</translation>
    </message>
    <message>
        <source>The robot does not reach {address}: commands don't arrive, and new publishers appear late</source>
        <comment>NOT_DIALLED</comment>
        <translation>机器人连不上 {address}：指令无法送达，新的发布者会延迟出现</translation>
    </message>
    <message>
        <source>A firewall on this computer may block links from the robot. Open a port and name it with --publisher-port. Behind NAT, set ROS_IP on this computer to the address by which the robot reaches it.</source>
        <comment>WAY_BACK_TIP</comment>
        <translation>本机的防火墙可能阻止了机器人发起的连接。请放行一个端口，并用 --publisher-port 指定。在 NAT 之后时，请把本机的 ROS_IP 设为机器人连接本机所用的地址。</translation>
    </message>
</context>
<context>
    <name>Ros1GoalWording</name>
    <message>
        <source>A goal needs a frame, a position and a heading</source>
        <comment>POSE_INVALID</comment>
        <translation>目标需要坐标系、位置和航向</translation>
    </message>
    <message>
        <source>The last goal is still being cancelled</source>
        <comment>STILL_CANCELLING</comment>
        <translation>上一个目标仍在取消中</translation>
    </message>
    <message>
        <source>Wait until it has ended.</source>
        <comment>STILL_CANCELLING_TIP</comment>
        <translation>请等到取消结束。</translation>
    </message>
</context>
<context>
    <name>Ros1Wording</name>
    <message>
        <source>No answer from the ROS master at {master} within {timeout_s:g} s</source>
        <comment>MASTER_SILENT</comment>
        <translation>{master} 上的 ROS 主节点在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The ROS master can't be reached, so new topics and nodes don't appear: {reason}</source>
        <comment>MASTER_UNREACHABLE</comment>
        <translation>连不上 ROS 主节点，新话题和新节点不会出现：{reason}</translation>
    </message>
    <message>
        <source>{description} · this computer is announced as {host}</source>
        <comment>FINDS_US</comment>
        <translation>{description} · 本机通告的地址为 {host}</translation>
    </message>
    <message>
        <source>{who} asked Teledeck to shut down, which Teledeck ignores: {reason}</source>
        <comment>TOLD_TO_END</comment>
        <translation>{who} 要求 Teledeck 关闭，Teledeck 未予理会：{reason}</translation>
    </message>
    <message>
        <source>Any program in the network of the robot can do this.</source>
        <comment>TOLD_TO_END_TIP</comment>
        <translation>机器人网络中的任何程序都能这样做。</translation>
    </message>
    <message>
        <source>Nodes announce themselves at “{name}”, which can't be resolved here or is another computer; Teledeck uses the address of the master, {address}</source>
        <comment>NAME_REPLACED</comment>
        <translation>节点通告的名称“{name}”在本机无法解析，或指向另一台计算机；Teledeck 改用主节点的地址 {address}</translation>
    </message>
    <message>
        <source>Add ?alias={name}=ADDRESS to the address of the robot, or set ROS_IP on the robot.</source>
        <comment>NAME_REPLACED_TIP</comment>
        <translation>请在机器人的地址后加上 ?alias={name}=ADDRESS，或在机器人上设置 ROS_IP。</translation>
    </message>
    <message>
        <source>The time of the robot stands still: {parameter} is set, but {topic} has no data</source>
        <comment>TIME_STANDS_STILL</comment>
        <translation>机器人的时间停住不动：{parameter} 已设置，但 {topic} 没有数据</translation>
    </message>
    <message>
        <source>Start the simulator or `rosbag play --clock`, or delete the parameter {parameter} and restart the nodes.</source>
        <comment>TIME_STANDS_STILL_TIP</comment>
        <translation>请启动仿真器或 `rosbag play --clock`，或删除参数 {parameter} 并重启节点。</translation>
    </message>
    <message>
        <source>The time of the robot went back to {time_s:.3f} s</source>
        <comment>TIME_WENT_BACK</comment>
        <translation>机器人的时间倒退到了 {time_s:.3f} s</translation>
    </message>
    <message>
        <source>A simulation was reset, or a recording restarted. Earlier data belongs to another time.</source>
        <comment>TIME_WENT_BACK_TIP</comment>
        <translation>仿真被重置，或录制的数据重新开始回放。之前的数据属于另一段时间。</translation>
    </message>
    <message>
        <source>“?{text}” has no valid options</source>
        <comment>OPTIONS_INVALID</comment>
        <translation>“?{text}”中没有有效的选项</translation>
    </message>
    <message>
        <source>“{option}” is not an option of a ROS 1 connection</source>
        <comment>OPTION_UNKNOWN</comment>
        <translation>“{option}”不是 ROS 1 连接的选项</translation>
    </message>
    <message>
        <source>“{text}” lacks the address for a name</source>
        <comment>ALIAS_INCOMPLETE</comment>
        <translation>“{text}”缺少名称对应的地址</translation>
    </message>
    <message>
        <source>“{name}” has two addresses</source>
        <comment>ALIAS_TWICE</comment>
        <translation>“{name}”有两个地址</translation>
    </message>
    <message>
        <source>Write ros1://HOST:11311?alias=NAME=ADDRESS.</source>
        <comment>ALIAS_TIP</comment>
        <translation>请写成 ros1://HOST:11311?alias=NAME=ADDRESS。</translation>
    </message>
    <message>
        <source>The name “{host}” can't be resolved</source>
        <comment>NAME_UNRESOLVED</comment>
        <translation>名称“{host}”无法解析</translation>
    </message>
    <message>
        <source>Add ?alias={host}=ADDRESS to the address of the robot, or add the name to /etc/hosts.</source>
        <comment>NAME_UNRESOLVED_TIP</comment>
        <translation>请在机器人的地址后加上 ?alias={host}=ADDRESS，或将该名称加入 /etc/hosts。</translation>
    </message>
    <message>
        <source>set by {variable}</source>
        <comment>ADDRESS_FROM_VARIABLE</comment>
        <translation>由 {variable} 设置</translation>
    </message>
    <message>
        <source>the master is on this computer</source>
        <comment>ADDRESS_OF_SAME_MACHINE</comment>
        <translation>主节点就在本机</translation>
    </message>
    <message>
        <source>on the way to the master at {master}</source>
        <comment>ADDRESS_ON_WAY_TO_MASTER</comment>
        <translation>通往主节点 {master}</translation>
    </message>
    <message>
        <source>No subscribers</source>
        <comment>NO_SUBSCRIBER</comment>
        <translation>没有订阅者</translation>
    </message>
    <message>
        <source>All parameters together can't be changed</source>
        <comment>ALL_PARAMETERS_KEPT</comment>
        <translation>不能一次更改所有参数</translation>
    </message>
    <message>
        <source>Choose a parameter or a namespace.</source>
        <comment>ALL_PARAMETERS_KEPT_TIP</comment>
        <translation>请选择一个参数或命名空间。</translation>
    </message>
    <message>
        <source>The name of the parameter is missing</source>
        <comment>PARAMETER_UNNAMED</comment>
        <translation>缺少参数名称</translation>
    </message>
    <message>
        <source>Write the name, or / for all parameters.</source>
        <comment>PARAMETER_UNNAMED_TIP</comment>
        <translation>请写出名称，或用 / 表示所有参数。</translation>
    </message>
    <message>
        <source>The call of {service} failed. Robot's message: {reason}</source>
        <comment>CALL_FAILED</comment>
        <translation>调用 {service} 失败。机器人返回：{reason}</translation>
    </message>
    <message>
        <source>The program that offers the service returned this error.</source>
        <comment>CALL_FAILED_TIP</comment>
        <translation>此错误由提供该服务的程序返回。</translation>
    </message>
    <message>
        <source>The robot has another version of {type_name} (MD5 {md5}) than this computer ({known_md5})</source>
        <comment>SERVICE_TYPE_DIFFERS</comment>
        <translation>机器人的 {type_name}（MD5 {md5}）与本机的版本（{known_md5}）不同</translation>
    </message>
    <message>
        <source>{service} can't be called: {reason}</source>
        <comment>NOT_CALLABLE</comment>
        <translation>无法调用 {service}：{reason}</translation>
    </message>
    <message>
        <source>{service} can't be called: this computer has no definition of {type_name}</source>
        <comment>SERVICE_TYPE_UNKNOWN</comment>
        <translation>无法调用 {service}：本机没有 {type_name} 的定义</translation>
    </message>
    <message>
        <source>If you have the .srv file, name the folder of the package with --msg-path.</source>
        <comment>SRV_PATH_TIP</comment>
        <translation>如果有 .srv 文件，请用 --msg-path 指定软件包的文件夹。</translation>
    </message>
    <message>
        <source>No answer from {service} within {timeout_s:g} s</source>
        <comment>SERVICE_SILENT</comment>
        <translation>{service} 在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The service may need longer, or the node may hang.</source>
        <comment>SERVICE_SILENT_TIP</comment>
        <translation>服务可能需要更长时间，或节点可能已卡死。</translation>
    </message>
    <message>
        <source>No answer from {who} within {timeout_s:g} s</source>
        <comment>NO_ANSWER_OF</comment>
        <translation>{who}：{timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The program may be busy or hang.</source>
        <comment>NO_ANSWER_OF_TIP</comment>
        <translation>程序可能繁忙或已卡死。</translation>
    </message>
    <message>
        <source>The robot has no action {action}</source>
        <comment>ACTION_UNKNOWN</comment>
        <translation>机器人没有动作 {action}</translation>
    </message>
    <message>
        <source>The program that offers the action may have ended.</source>
        <comment>ACTION_UNKNOWN_TIP</comment>
        <translation>提供该动作的程序可能已结束。</translation>
    </message>
    <message>
        <source>{action} could not be cancelled: {topic} got no subscriber in time</source>
        <comment>CANCEL_UNHEARD</comment>
        <translation>未能取消 {action}：{topic} 没有及时出现订阅者</translation>
    </message>
    <message>
        <source>The node may have ended, or may not reach this computer.</source>
        <comment>CANCEL_UNHEARD_TIP</comment>
        <translation>节点可能已结束，或可能连不上本机。</translation>
    </message>
    <message>
        <source>The request to cancel may not have reached {action}</source>
        <comment>CANCEL_UNSURE</comment>
        <translation>取消请求可能没有送达 {action}</translation>
    </message>
    <message>
        <source>Check the state of the goal.</source>
        <comment>CANCEL_UNSURE_TIP</comment>
        <translation>请检查目标的状态。</translation>
    </message>
    <message>
        <source>The node does not report its links: {reason}</source>
        <comment>LINKS_UNTOLD</comment>
        <translation>节点没有报告其连接：{reason}</translation>
    </message>
    <message>
        <source>{where} refuses {method}: {reason}</source>
        <comment>CALL_REFUSED</comment>
        <translation>{where} 拒绝 {method}：{reason}</translation>
    </message>
    <message>
        <source>reads {topic} from {peer} by {transport}</source>
        <comment>LINK_READS</comment>
        <translation>通过 {transport} 从 {peer} 读取 {topic}</translation>
    </message>
    <message>
        <source>reads {topic} from {peer} by {transport} (currently down)</source>
        <comment>LINK_READS_DOWN</comment>
        <translation>通过 {transport} 从 {peer} 读取 {topic}（当前断开）</translation>
    </message>
    <message>
        <source>sends {topic} to {peer} by {transport}</source>
        <comment>LINK_SENDS</comment>
        <translation>通过 {transport} 向 {peer} 发送 {topic}</translation>
    </message>
    <message>
        <source>sends {topic} to {peer} by {transport} (currently down)</source>
        <comment>LINK_SENDS_DOWN</comment>
        <translation>通过 {transport} 向 {peer} 发送 {topic}（当前断开）</translation>
    </message>
    <message>
        <source>shares {topic} with {peer} by {transport}</source>
        <comment>LINK_HAS</comment>
        <translation>通过 {transport} 与 {peer} 收发 {topic}</translation>
    </message>
    <message>
        <source>shares {topic} with {peer} by {transport} (currently down)</source>
        <comment>LINK_HAS_DOWN</comment>
        <translation>通过 {transport} 与 {peer} 收发 {topic}（当前断开）</translation>
    </message>
    <message>
        <source>Unknown link {value}</source>
        <comment>LINK_STRANGE</comment>
        <translation>未知的连接 {value}</translation>
    </message>
    <message>
        <source>No reason given</source>
        <comment>NO_REASON</comment>
        <translation>未给出原因</translation>
    </message>
    <message>
        <source>the ROS master</source>
        <comment>THE_MASTER</comment>
        <translation>ROS 主节点</translation>
    </message>
    <message>
        <source>The process number of the master</source>
        <comment>MASTER_PROCESS</comment>
        <translation>主节点的进程号</translation>
    </message>
    <message>
        <source>The address of the master</source>
        <comment>MASTER_ADDRESS</comment>
        <translation>主节点的地址</translation>
    </message>
    <message>
        <source>The state of the master</source>
        <comment>MASTER_STATE</comment>
        <translation>主节点的状态</translation>
    </message>
    <message>
        <source>The list of topic types</source>
        <comment>TOPIC_TYPES</comment>
        <translation>话题类型列表</translation>
    </message>
    <message>
        <source>The address of {name}</source>
        <comment>ADDRESS_OF</comment>
        <translation>{name} 的地址</translation>
    </message>
    <message>
        <source>The process of {node}</source>
        <comment>PROCESS_OF</comment>
        <translation>{node} 的进程</translation>
    </message>
    <message>
        <source>The publishers of {topic}</source>
        <comment>PUBLISHERS_OF</comment>
        <translation>{topic} 的发布者</translation>
    </message>
    <message>
        <source>The subscribers of {topic}</source>
        <comment>SUBSCRIBERS_OF</comment>
        <translation>{topic} 的订阅者</translation>
    </message>
    <message>
        <source>The list of parameter names</source>
        <comment>PARAMETER_NAMES</comment>
        <translation>参数名称列表</translation>
    </message>
    <message>
        <source>The list of links</source>
        <comment>ITS_LINKS</comment>
        <translation>连接列表</translation>
    </message>
    <message>
        <source>The address of a topic</source>
        <comment>WHERE_SERVED</comment>
        <translation>话题的地址</translation>
    </message>
    <message>
        <source>The address of {topic}</source>
        <comment>SERVED_AT</comment>
        <translation>{topic} 的地址</translation>
    </message>
    <message>
        <source>{what} has an unexpected value: {value}</source>
        <comment>ANSWER_STRANGE</comment>
        <translation>{what}的值异常：{value}</translation>
    </message>
    <message>
        <source>The program there may be of another kind, or faulty.</source>
        <comment>ANSWER_STRANGE_TIP</comment>
        <translation>对方的程序可能属于另一种类，或有故障。</translation>
    </message>
    <message>
        <source>ROS 1 names consist of letters, digits, _ and /. Rename it on the robot, or check the spelling.</source>
        <comment>NAME_TIP</comment>
        <translation>ROS 1 名称由字母、数字、_ 和 / 组成。请在机器人上改名，或检查拼写。</translation>
    </message>
    <message>
        <source>An error in Teledeck: {fault}</source>
        <comment>FAULT_OF_PROGRAM</comment>
        <translation>Teledeck 出错：{fault}</translation>
    </message>
    <message>
        <source>See the log for details, and please report it.</source>
        <comment>FAULT_OF_PROGRAM_TIP</comment>
        <translation>详情见日志，请报告此问题。</translation>
    </message>
    <message>
        <source>Teledeck already publishes it as {type_name}</source>
        <comment>TYPE_PUBLISHED_HERE</comment>
        <translation>Teledeck 已将其发布为 {type_name}</translation>
    </message>
    <message>
        <source>on the robot it is {type_name}</source>
        <comment>TYPE_ON_ROBOT</comment>
        <translation>在机器人上它是 {type_name}</translation>
    </message>
    <message>
        <source>{topic} can't be published as {type_name}: {reason}</source>
        <comment>TYPE_CONFLICT</comment>
        <translation>{topic} 无法以 {type_name} 发布：{reason}</translation>
    </message>
    <message>
        <source>Programs that expect the other type would fail. Publish that type, or use another topic; --force insists.</source>
        <comment>TYPE_CONFLICT_TIP</comment>
        <translation>需要另一类型的程序会出错。请发布那个类型，或换一个话题；加 --force 则强制发布。</translation>
    </message>
    <message>
        <source>“{topic}” can't be published: {reason}</source>
        <comment>NOT_PUBLISHED</comment>
        <translation>无法发布“{topic}”：{reason}</translation>
    </message>
    <message>
        <source>{topic}: {who} refuses what Teledeck publishes: {reason}</source>
        <comment>SUBSCRIBER_REFUSED</comment>
        <translation>{topic}：{who} 拒绝 Teledeck 发布的内容：{reason}</translation>
    </message>
    <message>
        <source>The program uses another version of the message definition.</source>
        <comment>SUBSCRIBER_REFUSED_TIP</comment>
        <translation>该程序使用另一版本的消息定义。</translation>
    </message>
    <message>
        <source>{parameter} is not a text</source>
        <comment>DESCRIPTION_NO_TEXT</comment>
        <translation>{parameter} 不是文本</translation>
    </message>
    <message>
        <source>{parameter} can't be read: {reason}</source>
        <comment>DESCRIPTION_UNREADABLE</comment>
        <translation>{parameter} 无法读取：{reason}</translation>
    </message>
    <message>
        <source>The description has {length:,} characters; the limit is {limit:,}</source>
        <comment>DESCRIPTION_TOO_LONG</comment>
        <translation>机器人描述有 {length:,} 个字符；上限为 {limit:,}</translation>
    </message>
    <message>
        <source>The description is not XML: {reason}</source>
        <comment>DESCRIPTION_NO_XML</comment>
        <translation>机器人描述不是 XML：{reason}</translation>
    </message>
    <message>
        <source>The description begins with &lt;{tag}&gt;, not with &lt;robot&gt;</source>
        <comment>DESCRIPTION_ROOT</comment>
        <translation>机器人描述以 &lt;{tag}&gt; 开头，而不是 &lt;robot&gt;</translation>
    </message>
    <message>
        <source>The description has more than {limit} levels of elements</source>
        <comment>DESCRIPTION_TOO_DEEP</comment>
        <translation>机器人描述的元素超过 {limit} 层</translation>
    </message>
    <message>
        <source>The description has a document type</source>
        <comment>DESCRIPTION_DOCUMENT_TYPE</comment>
        <translation>机器人描述中有文档类型声明</translation>
    </message>
    <message>
        <source>The definition of {type_name} is unknown</source>
        <comment>TYPE_UNKNOWN</comment>
        <translation>{type_name} 的定义未知</translation>
    </message>
    <message>
        <source>If you have the .msg files, name their folder with --msg-path.</source>
        <comment>MSG_PATH_TIP</comment>
        <translation>如果有 .msg 文件，请用 --msg-path 指定其文件夹。</translation>
    </message>
    <message>
        <source>The definition from the publisher can't be used: {reason}</source>
        <comment>DEFINITION_UNUSABLE</comment>
        <translation>发布者给出的定义无法使用：{reason}</translation>
    </message>
    <message>
        <source>The publisher is faulty.</source>
        <comment>DEFINITION_UNUSABLE_TIP</comment>
        <translation>发布者有故障。</translation>
    </message>
    <message>
        <source>The definition from the publisher ({md5}) is not the announced one ({named_md5})</source>
        <comment>DEFINITION_DIFFERS</comment>
        <translation>发布者给出的定义（{md5}）与其声明的（{named_md5}）不符</translation>
    </message>
    <message>
        <source>The values may be wrong, because the publisher is faulty.</source>
        <comment>DEFINITION_DIFFERS_TIP</comment>
        <translation>发布者有故障，值可能是错的。</translation>
    </message>
    <message>
        <source>The publisher sends no definition of {type_name}, and Teledeck has none that fits</source>
        <comment>DEFINITION_MISSING</comment>
        <translation>发布者没有给出 {type_name} 的定义，Teledeck 也没有匹配的定义</translation>
    </message>
    <message>
        <source>The publisher offers {topic} only by {transport}</source>
        <comment>ONLY_UDP</comment>
        <translation>发布者只通过 {transport} 提供 {topic}</translation>
    </message>
    <message>
        <source>Teledeck supports TCPROS only. Make the publisher offer that, too.</source>
        <comment>ONLY_UDP_TIP</comment>
        <translation>Teledeck 只支持 TCPROS。请让发布者也提供 TCPROS。</translation>
    </message>
    <message>
        <source>{topic}: the publisher at {api} can't be read: {reason}</source>
        <comment>PUBLISHER_UNREADABLE</comment>
        <translation>{topic}：无法读取 {api} 上的发布者：{reason}</translation>
    </message>
    <message>
        <source>The node may have ended without informing the master. `rosnode cleanup` removes such nodes.</source>
        <comment>PUBLISHER_DEAD_TIP</comment>
        <translation>节点可能已结束而没有通知主节点。`rosnode cleanup` 可清除这样的节点。</translation>
    </message>
    <message>
        <source>The node may have stopped publishing without informing the master.</source>
        <comment>PUBLISHER_ENDED_TIP</comment>
        <translation>节点可能已停止发布而没有通知主节点。</translation>
    </message>
    <message>
        <source>{topic} has more than {limit} publishers; Teledeck reads only {limit}</source>
        <comment>TOO_MANY_PUBLISHERS</comment>
        <translation>{topic} 的发布者超过 {limit} 个；Teledeck 只读取 {limit} 个</translation>
    </message>
    <message>
        <source>Most may have ended. Try `rosnode cleanup`.</source>
        <comment>TOO_MANY_PUBLISHERS_TIP</comment>
        <translation>其中大多数可能已结束。可以试试 `rosnode cleanup`。</translation>
    </message>
    <message>
        <source>{topic}: the publishers send different types: {types}</source>
        <comment>PUBLISHERS_DIFFER</comment>
        <translation>{topic}：各发布者发送的类型不同：{types}</translation>
    </message>
    <message>
        <source>Teledeck reads each by its own definition. Rename one of the topics, or build all programs from one definition.</source>
        <comment>PUBLISHERS_DIFFER_TIP</comment>
        <translation>Teledeck 按各自的定义读取。请为其中一个话题改名，或用同一定义构建所有程序。</translation>
    </message>
    <message>
        <source>Teledeck can't subscribe to “{topic}”: {reason}</source>
        <comment>NOT_SUBSCRIBED</comment>
        <translation>Teledeck 无法订阅“{topic}”：{reason}</translation>
    </message>
    <message>
        <source>{topic}: the master lists a publisher that can't be read: {reason}</source>
        <comment>PUBLISHER_ADDRESS_INVALID</comment>
        <translation>{topic}：主节点列出的一个发布者无法读取：{reason}</translation>
    </message>
    <message>
        <source>A pose can't be shown: {reason}</source>
        <comment>POSE_INVALID</comment>
        <translation>位姿无法显示：{reason}</translation>
    </message>
    <message>
        <source>A transform has a frame without a name</source>
        <comment>FRAME_UNNAMED</comment>
        <translation>坐标变换中有坐标系没有名称</translation>
    </message>
    <message>
        <source>The name “{frame}” begins with a slash, which tf2 refuses.</source>
        <comment>FRAME_SLASH</comment>
        <translation>名称“{frame}”以斜杠开头，tf2 不接受。</translation>
    </message>
    <message>
        <source>The quaternion has the length {length:.3f} instead of 1.</source>
        <comment>QUATERNION_LENGTH</comment>
        <translation>四元数的模为 {length:.3f}，而不是 1。</translation>
    </message>
    <message>
        <source>{field} of a JointState has {count:,} numbers for {joints:,} joints</source>
        <comment>JOINT_LISTS_DIFFER</comment>
        <translation>JointState 的 {field} 有 {count:,} 个数，却有 {joints:,} 个关节</translation>
    </message>
    <message>
        <source>Each list of a JointState must have one number per name, or be empty.</source>
        <comment>JOINT_LISTS_DIFFER_TIP</comment>
        <translation>JointState 的每个列表必须每个名称对应一个数，或为空。</translation>
    </message>
    <message>
        <source>The image encoding {encoding!r} can't be shown</source>
        <comment>ENCODING_UNKNOWN</comment>
        <translation>图像编码 {encoding!r} 无法显示</translation>
    </message>
    <message>
        <source>Set the driver to an encoding of sensor_msgs/image_encodings.h, such as rgb8 or mono8, or to JPEG.</source>
        <comment>ENCODING_UNKNOWN_TIP</comment>
        <translation>请将驱动程序设为 sensor_msgs/image_encodings.h 中的编码，例如 rgb8 或 mono8，或设为 JPEG。</translation>
    </message>
    <message>
        <source>The depth image format {format!r} with {length_bytes} bytes can't be shown</source>
        <comment>DEPTH_FORMAT_UNKNOWN</comment>
        <translation>深度图像格式 {format!r}（{length_bytes} 字节）无法显示</translation>
    </message>
    <message>
        <source>A depth image has the code {scale:g} and {offset:g}, which gives no distance</source>
        <comment>DEPTH_CODE_INVALID</comment>
        <translation>深度图像的编码参数为 {scale:g} 和 {offset:g}，得不出距离</translation>
    </message>
    <message>
        <source>A depth image has no size: {length_bytes} bytes follow the code</source>
        <comment>DEPTH_SIZE_MISSING</comment>
        <translation>深度图像没有尺寸：编码参数之后只有 {length_bytes} 字节</translation>
    </message>
    <message>
        <source>A depth image can't have {width} x {height} pixels</source>
        <comment>DEPTH_SIZE_INVALID</comment>
        <translation>深度图像不可能有 {width} x {height} 像素</translation>
    </message>
    <message>
        <source>A compressed image has no data; the format is {format!r}</source>
        <comment>COMPRESSED_EMPTY</comment>
        <translation>压缩图像没有数据；格式为 {format!r}</translation>
    </message>
    <message>
        <source>A compressed image is neither JPEG nor PNG; the format is {format!r}</source>
        <comment>COMPRESSED_UNKNOWN</comment>
        <translation>压缩图像既不是 JPEG 也不是 PNG；格式为 {format!r}</translation>
    </message>
    <message>
        <source>Make the program that compresses it send JPEG or PNG.</source>
        <comment>COMPRESSED_UNKNOWN_TIP</comment>
        <translation>请让压缩它的程序发送 JPEG 或 PNG。</translation>
    </message>
    <message>
        <source>A goal has the unknown state {number}</source>
        <comment>GOAL_STATE_UNKNOWN</comment>
        <translation>目标的状态 {number} 未知</translation>
    </message>
    <message>
        <source>A battery reports neither a valid charge ({share:g}) nor a valid voltage ({voltage_v:g})</source>
        <comment>BATTERY_UNKNOWN</comment>
        <translation>电池报告的电量（{share:g}）和电压（{voltage_v:g}）都无效</translation>
    </message>
    <message>
        <source>The navigation server does not answer</source>
        <comment>GOAL_UNHEARD</comment>
        <translation>导航服务器没有应答</translation>
    </message>
    <message>
        <source>Check that move_base still runs.</source>
        <comment>GOAL_UNHEARD_TIP</comment>
        <translation>请检查 move_base 是否仍在运行。</translation>
    </message>
    <message>
        <source>Another navigation server is chosen than when the goal was placed</source>
        <comment>GOAL_OTHER_SERVER</comment>
        <translation>当前选择的导航服务器与放置目标时不同</translation>
    </message>
    <message>
        <source>Place the goal again.</source>
        <comment>GOAL_OTHER_SERVER_TIP</comment>
        <translation>请重新放置目标。</translation>
    </message>
    <message>
        <source>A goal of another navigation server is still active</source>
        <comment>GOAL_ELSEWHERE</comment>
        <translation>另一个导航服务器的目标仍在执行</translation>
    </message>
    <message>
        <source>No node listens to initial poses</source>
        <comment>POSE_UNHEARD</comment>
        <translation>没有节点接收初始位姿</translation>
    </message>
    <message>
        <source>Start the node that localises the robot, for instance amcl.</source>
        <comment>POSE_UNHEARD_TIP</comment>
        <translation>请启动为机器人定位的节点，例如 amcl。</translation>
    </message>
    <message>
        <source>A goal is active, and the robot would go on from another position</source>
        <comment>POSE_WHILE_DRIVING</comment>
        <translation>目标正在执行，机器人会从另一个位置继续行驶</translation>
    </message>
    <message>
        <source>Cancel the goal first.</source>
        <comment>POSE_WHILE_DRIVING_TIP</comment>
        <translation>请先取消目标。</translation>
    </message>
</context>
<context>
    <name>RosGraphWording</name>
    <message>
        <source>“{name}” can't be a ROS 1 name: {reason}</source>
        <comment>NAME_INVALID</comment>
        <translation>“{name}”不能作 ROS 1 名称：{reason}</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <comment>NAME_TIP</comment>
        <translation>请检查拼写。</translation>
    </message>
    <message>
        <source>“{name}” is a namespace</source>
        <comment>NAMES_NAMESPACE</comment>
        <translation>“{name}”是命名空间</translation>
    </message>
    <message>
        <source>Write the full name of something in it.</source>
        <comment>NAMES_NAMESPACE_TIP</comment>
        <translation>请写出其中某一项的完整名称。</translation>
    </message>
    <message>
        <source>“{name}” is not a type</source>
        <comment>NO_TYPE</comment>
        <translation>“{name}”不是类型</translation>
    </message>
    <message>
        <source>Write it as package/Type.</source>
        <comment>NO_TYPE_TIP</comment>
        <translation>请写成 package/Type。</translation>
    </message>
    <message>
        <source>“{text}” is not a ROS 1 namespace</source>
        <comment>NO_NAMESPACE</comment>
        <translation>“{text}”不是 ROS 1 命名空间</translation>
    </message>
    <message>
        <source>Check ROS_NAMESPACE.</source>
        <comment>NO_NAMESPACE_TIP</comment>
        <translation>请检查 ROS_NAMESPACE。</translation>
    </message>
    <message>
        <source>“{uri}” is not the address of a node</source>
        <comment>NO_NODE_ADDRESS</comment>
        <translation>“{uri}”不是节点的地址</translation>
    </message>
    <message>
        <source>“{uri}” is not the address of a service</source>
        <comment>NO_SERVICE_ADDRESS</comment>
        <translation>“{uri}”不是服务的地址</translation>
    </message>
    <message>
        <source>The node that sent it is faulty.</source>
        <comment>NODE_AT_FAULT_TIP</comment>
        <translation>发送它的节点有故障。</translation>
    </message>
    <message>
        <source>“{uri}” is not the address of a ROS 1 master</source>
        <comment>NO_MASTER_ADDRESS</comment>
        <translation>“{uri}”不是 ROS 1 主节点的地址</translation>
    </message>
    <message>
        <source>“{uri}” is an IPv6 address; ROS 1 supports only IPv4</source>
        <comment>IPV6_ADDRESS</comment>
        <translation>“{uri}”是 IPv6 地址；ROS 1 只支持 IPv4</translation>
    </message>
    <message>
        <source>Write ros1://HOST:11311.</source>
        <comment>MASTER_ADDRESS_TIP</comment>
        <translation>请写成 ros1://HOST:11311。</translation>
    </message>
    <message>
        <source>Set ROS_MASTER_URI to http://HOST:11311.</source>
        <comment>MASTER_VARIABLE_TIP</comment>
        <translation>请把 ROS_MASTER_URI 设为 http://HOST:11311。</translation>
    </message>
    <message>
        <source>“{method}” is not a method</source>
        <comment>NO_METHOD</comment>
        <translation>“{method}”不是方法</translation>
    </message>
    <message>
        <source>Argument {number} of {method}</source>
        <comment>ARGUMENT</comment>
        <translation>{method} 的第 {number} 个参数</translation>
    </message>
    <message>
        <source>The answer</source>
        <comment>ANSWER</comment>
        <translation>应答</translation>
    </message>
    <message>
        <source>The code of a fault</source>
        <comment>FAULT_CODE</comment>
        <translation>故障的代码</translation>
    </message>
    <message>
        <source>The text of a fault</source>
        <comment>FAULT_TEXT</comment>
        <translation>故障的文本</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are too many for a call; the limit is {limit_bytes:,}</source>
        <comment>BODY_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节对一次调用来说太多；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>{where}{path}: {number} does not fit in 32 bits</source>
        <comment>NUMBER_TOO_LARGE</comment>
        <translation>{where}{path}：{number} 超出 32 位</translation>
    </message>
    <message>
        <source>Write the number with a decimal point.</source>
        <comment>NUMBER_TOO_LARGE_TIP</comment>
        <translation>请给该数值加上小数点。</translation>
    </message>
    <message>
        <source>{where}{path} is nested deeper than {limit} levels</source>
        <comment>TOO_DEEP</comment>
        <translation>{where}{path}：嵌套超过 {limit} 层</translation>
    </message>
    <message>
        <source>{where}{path}: {key!r} can't be a key; a key must be a text</source>
        <comment>KEY_NO_TEXT</comment>
        <translation>{where}{path}：{key!r} 不能作键；键须为文本</translation>
    </message>
    <message>
        <source>{where}{path}: null can't be sent to ROS 1</source>
        <comment>NULL</comment>
        <translation>{where}{path}：null 无法发送到 ROS 1</translation>
    </message>
    <message>
        <source>{where}{path}: a {type_name} can't be sent to ROS 1</source>
        <comment>UNSENDABLE</comment>
        <translation>{where}{path}：{type_name} 无法发送到 ROS 1</translation>
    </message>
    <message>
        <source>{where}{path} contains the character {number:#x}, which XML can't carry</source>
        <comment>CHARACTER</comment>
        <translation>{where}{path}：含有 XML 无法表示的字符 {number:#x}</translation>
    </message>
    <message>
        <source>{where}{path} has a key with the character {number:#x}, which XML can't carry</source>
        <comment>KEY_CHARACTER</comment>
        <translation>{where}{path}：有键含有 XML 无法表示的字符 {number:#x}</translation>
    </message>
    <message>
        <source>Check that this is a ROS 1 master or node.</source>
        <comment>PEER_TIP</comment>
        <translation>请检查对方是否为 ROS 1 主节点或节点。</translation>
    </message>
    <message>
        <source>The answer is too large to be read at once. Ask for a part of it.</source>
        <comment>NOT_READ_WHOLE_TIP</comment>
        <translation>应答过大，无法一次读取。请只请求其中一部分。</translation>
    </message>
    <message>
        <source>An answer arrived instead of a call</source>
        <comment>ANSWER_FOR_CALL</comment>
        <translation>收到的是应答，而不是调用</translation>
    </message>
    <message>
        <source>A call arrived instead of an answer</source>
        <comment>CALL_FOR_ANSWER</comment>
        <translation>收到的是调用，而不是应答</translation>
    </message>
    <message>
        <source>An answer has {count} values instead of one</source>
        <comment>ANSWER_VALUES</comment>
        <translation>应答有 {count} 个值，而不是一个</translation>
    </message>
    <message>
        <source>A fault arrived without a code and a text</source>
        <comment>FAULT_INCOMPLETE</comment>
        <translation>收到的故障缺少代码和文本</translation>
    </message>
    <message>
        <source>The other program answered with a fault: {text} ({code})</source>
        <comment>FAULT</comment>
        <translation>对方程序以故障应答：{text}（{code}）</translation>
    </message>
    <message>
        <source>An answer is not code, message and value: {value}</source>
        <comment>NO_TRIPLE</comment>
        <translation>应答不是代码、消息和值：{value}</translation>
    </message>
    <message>
        <source>The code of an answer is not an integer: {value}</source>
        <comment>CODE_NO_INTEGER</comment>
        <translation>应答的代码不是整数：{value}</translation>
    </message>
    <message>
        <source>The message of an answer is not a text: {value}</source>
        <comment>MESSAGE_NO_TEXT</comment>
        <translation>应答的消息不是文本：{value}</translation>
    </message>
    <message>
        <source>A {type_name} of {length}</source>
        <comment>CONTAINER</comment>
        <translation>长度为 {length} 的 {type_name}</translation>
    </message>
    <message>
        <source>{length_bytes:,} bytes are too many for a call or an answer; the limit is {limit_bytes:,}</source>
        <comment>DOCUMENT_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节对一次调用或应答来说太多；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>A call or an answer is not UTF-8</source>
        <comment>NO_UTF8</comment>
        <translation>调用或应答不是 UTF-8</translation>
    </message>
    <message>
        <source>A call or an answer is not XML: {reason}</source>
        <comment>NO_XML</comment>
        <translation>调用或应答不是 XML：{reason}</translation>
    </message>
    <message>
        <source>The XML-RPC call has no method</source>
        <comment>NO_METHOD_NAMED</comment>
        <translation>XML-RPC 调用没有方法</translation>
    </message>
    <message>
        <source>XML-RPC has an unexpected &lt;{tag}&gt; in &lt;{parent}&gt;</source>
        <comment>ELEMENT_MISPLACED</comment>
        <translation>XML-RPC 的 &lt;{parent}&gt; 中有意外的 &lt;{tag}&gt;</translation>
    </message>
    <message>
        <source>XML-RPC has an unexpected &lt;{tag}&gt;</source>
        <comment>ROOT_UNKNOWN</comment>
        <translation>XML-RPC 中有意外的 &lt;{tag}&gt;</translation>
    </message>
    <message>
        <source>XML-RPC has too many elements in &lt;{parent}&gt;</source>
        <comment>TOO_MUCH</comment>
        <translation>XML-RPC 的 &lt;{parent}&gt; 中元素过多</translation>
    </message>
    <message>
        <source>XML-RPC has a &lt;{tag}&gt; at the wrong place in &lt;{parent}&gt;</source>
        <comment>OUT_OF_PLACE</comment>
        <translation>XML-RPC 的 &lt;{parent}&gt; 中 &lt;{tag}&gt; 的位置不对</translation>
    </message>
    <message>
        <source>XML-RPC has an incomplete &lt;{tag}&gt;</source>
        <comment>INCOMPLETE</comment>
        <translation>XML-RPC 中有不完整的 &lt;{tag}&gt;</translation>
    </message>
    <message>
        <source>XML-RPC has a document type, which is not allowed</source>
        <comment>DOCUMENT_TYPE</comment>
        <translation>XML-RPC 中有不允许的文档类型声明</translation>
    </message>
    <message>
        <source>XML-RPC has values nested deeper than {limit} levels</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>XML-RPC 的值嵌套超过 {limit} 层</translation>
    </message>
    <message>
        <source>XML-RPC has more than {limit:,} values</source>
        <comment>TOO_MANY_VALUES</comment>
        <translation>XML-RPC 的值超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>XML-RPC has an invalid &lt;{tag}&gt;: “{text}”</source>
        <comment>SCALAR_INVALID</comment>
        <translation>XML-RPC 中有无效的 &lt;{tag}&gt;：“{text}”</translation>
    </message>
</context>
<context>
    <name>RosMessageWording</name>
    <message>
        <source>{name} is not the name of a message type</source>
        <comment>NO_TYPE_NAME</comment>
        <translation>{name} 不是消息类型的名称</translation>
    </message>
    <message>
        <source>A type name looks like std_msgs/String.</source>
        <comment>NO_TYPE_NAME_TIP</comment>
        <translation>类型名称形如 std_msgs/String。</translation>
    </message>
    <message>
        <source>The definition of {type_name} has {length:,} characters; the limit is {limit:,}</source>
        <comment>TEXT_TOO_LONG</comment>
        <translation>{type_name} 的定义有 {length:,} 个字符；上限为 {limit:,}</translation>
    </message>
    <message>
        <source>{type_name} is not defined</source>
        <comment>NOT_DEFINED</comment>
        <translation>{type_name} 没有定义</translation>
    </message>
    <message>
        <source>Line {line} of {origin}: {reason}</source>
        <comment>AT_LINE</comment>
        <translation>{origin} 第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>the message definition</source>
        <comment>A_MESSAGE_DEFINITION</comment>
        <translation>消息定义</translation>
    </message>
    <message>
        <source>the service definition</source>
        <comment>A_SERVICE_DEFINITION</comment>
        <translation>服务定义</translation>
    </message>
    <message>
        <source>Expected “MSG: pkg/Type”, found {text}</source>
        <comment>NO_MARKER</comment>
        <translation>应为“MSG: pkg/Type”，实际为 {text}</translation>
    </message>
    <message>
        <source>{type_name} is defined twice</source>
        <comment>DEFINED_TWICE</comment>
        <translation>{type_name} 重复定义</translation>
    </message>
    <message>
        <source>The definition has more than {limit:,} types</source>
        <comment>TOO_MANY_TYPES</comment>
        <translation>定义中的类型超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>{type_name} has two fields {field}</source>
        <comment>TWO_FIELDS</comment>
        <translation>{type_name} 有两个字段 {field}</translation>
    </message>
    <message>
        <source>A {type_name} would have at least {count:,} values</source>
        <comment>TOO_MANY_VALUES</comment>
        <translation>一个 {type_name} 至少会有 {count:,} 个值</translation>
    </message>
    <message>
        <source>The definition has more than {limit:,} fields</source>
        <comment>TOO_MANY_FIELDS</comment>
        <translation>定义中的字段超过 {limit:,} 个</translation>
    </message>
    <message>
        <source>{text} is not “type name”</source>
        <comment>NO_FIELD</comment>
        <translation>{text} 不是“类型 名称”</translation>
    </message>
    <message>
        <source>{name} can't be a field name</source>
        <comment>FIELD_NAME</comment>
        <translation>{name} 不能作字段名</translation>
    </message>
    <message>
        <source>An array of {length:,} elements is too long</source>
        <comment>ARRAY_TOO_LONG</comment>
        <translation>{length:,} 个元素的数组过长</translation>
    </message>
    <message>
        <source>An array of {type_name} has too many values in too few bytes</source>
        <comment>ARRAY_TOO_DENSE</comment>
        <translation>{type_name} 数组在过少的字节中有过多的值</translation>
    </message>
    <message>
        <source>{type_name} contains itself</source>
        <comment>CONTAINS_ITSELF</comment>
        <translation>{type_name} 包含自身</translation>
    </message>
    <message>
        <source>Types nest deeper than {limit}</source>
        <comment>NESTED_TOO_DEEPLY</comment>
        <translation>类型嵌套超过 {limit} 层</translation>
    </message>
    <message>
        <source>{text} is not a constant: {reason}</source>
        <comment>NO_CONSTANT</comment>
        <translation>{text} 不是常量：{reason}</translation>
    </message>
    <message>
        <source>{name} can't be the name of a constant</source>
        <comment>CONSTANT_NAME</comment>
        <translation>{name} 不能作常量名</translation>
    </message>
    <message>
        <source>The line has two signs “=”</source>
        <comment>TWO_SIGNS</comment>
        <translation>此行有两个“=”</translation>
    </message>
    <message>
        <source>The type {type_name!r} can't have constants</source>
        <comment>CONSTANT_TYPE</comment>
        <translation>类型 {type_name!r} 不能有常量</translation>
    </message>
    <message>
        <source>{value} is not a {type_name}</source>
        <comment>CONSTANT_RANGE</comment>
        <translation>{value} 不是 {type_name}</translation>
    </message>
    <message>
        <source>The value is not a whole number</source>
        <comment>NO_INTEGER</comment>
        <translation>值不是整数</translation>
    </message>
    <message>
        <source>The value is not a number</source>
        <comment>NO_NUMBER</comment>
        <translation>值不是数值</translation>
    </message>
    <message>
        <source>See wiki.ros.org/msg for the format of .msg files.</source>
        <comment>FILE_TIP</comment>
        <translation>.msg 文件的格式见 wiki.ros.org/msg。</translation>
    </message>
    <message>
        <source>The publisher sent no definition. For your own types, name the folder of the .msg files with --msg-path.</source>
        <comment>NO_DEFINITION_TIP</comment>
        <translation>发布者没有发送定义。对于自定义类型，请用 --msg-path 指定 .msg 文件所在的文件夹。</translation>
    </message>
    <message>
        <source>{field} has {length:,} elements (in {path})</source>
        <comment>TOO_FEW_ELEMENTS</comment>
        <translation>{field} 有 {length:,} 个元素（在 {path} 中）</translation>
    </message>
    <message>
        <source>{left_bytes:,} bytes follow the last field, {field}</source>
        <comment>BYTES_LEFT</comment>
        <translation>最后一个字段 {field} 之后还有 {left_bytes:,} 字节</translation>
    </message>
    <message>
        <source>{left_bytes:,} bytes arrived where none were expected</source>
        <comment>BYTES_OF_NOTHING</comment>
        <translation>收到 {left_bytes:,} 字节，而此处不应有数据</translation>
    </message>
    <message>
        <source>The message declares {count:,} elements, but only {left_bytes:,} bytes are left</source>
        <comment>ELEMENTS_MISSING</comment>
        <translation>消息声明了 {count:,} 个元素，但只剩 {left_bytes:,} 字节</translation>
    </message>
    <message>
        <source>The value needs {size_bytes:,} bytes, but only {left_bytes:,} are left</source>
        <comment>VALUE_CUT</comment>
        <translation>值需要 {size_bytes:,} 字节，但只剩 {left_bytes:,} 字节</translation>
    </message>
    <message>
        <source>The length needs {size_bytes} bytes, but only {left_bytes} are left</source>
        <comment>LENGTH_CUT</comment>
        <translation>长度需要 {size_bytes} 字节，但只剩 {left_bytes} 字节</translation>
    </message>
    <message>
        <source>A {type_name} with {count:,} elements of {field} has more than {limit:,} values, too many to show</source>
        <comment>TOO_MANY_TO_SHOW</comment>
        <translation>含 {count:,} 个 {field} 元素的 {type_name} 有超过 {limit:,} 个值，过多而无法显示</translation>
    </message>
    <message>
        <source>You can still see the bytes and single fields.</source>
        <comment>TOO_MANY_TO_SHOW_TIP</comment>
        <translation>仍可查看字节和单个字段。</translation>
    </message>
    <message>
        <source>A {type_name} can't be shown as {role}: the definition is not the usual one</source>
        <comment>ROLE_MISFIT</comment>
        <translation>{type_name} 无法显示为 {role}：其定义与通常的不同</translation>
    </message>
    <message>
        <source>These bytes can't be sent: {reason}</source>
        <comment>BYTES_INVALID</comment>
        <translation>无法发送这些字节：{reason}</translation>
    </message>
    <message>
        <source>A {type_name} with {size_bytes:,} bytes is too large to be sent</source>
        <comment>TOO_LARGE</comment>
        <translation>{size_bytes:,} 字节的 {type_name} 过大，无法发送</translation>
    </message>
    <message>
        <source>{field} is a time, and the current time of the robot is unknown</source>
        <comment>NOW_UNKNOWN</comment>
        <translation>{field} 是时间，而机器人的当前时间未知</translation>
    </message>
    <message>
        <source>Write {{"secs": …, "nsecs": …}}.</source>
        <comment>TIME_WITHOUT_NOW_TIP</comment>
        <translation>请写成 {{"secs": …, "nsecs": …}}。</translation>
    </message>
    <message>
        <source>Write {{"secs": …, "nsecs": …}}, or "now".</source>
        <comment>TIME_TIP</comment>
        <translation>请写成 {{"secs": …, "nsecs": …}}，或 "now"。</translation>
    </message>
    <message>
        <source>{field} must be a {type_name}, not {value}</source>
        <comment>TIME_WANTED</comment>
        <translation>{field} 须为 {type_name}，而不是 {value}</translation>
    </message>
    <message>
        <source>Put [ ] around the value, or write bytes as {{"base64": "…"}}.</source>
        <comment>LIST_OR_BYTES_TIP</comment>
        <translation>请用 [ ] 括起该值，或把字节写成 {{"base64": "…"}}。</translation>
    </message>
    <message>
        <source>{field} must have {length:,} elements ({written}), not {count:,}</source>
        <comment>LENGTH_WANTED</comment>
        <translation>{field} 须有 {length:,} 个元素（{written}），而不是 {count:,} 个</translation>
    </message>
    <message>
        <source>Write {{"base64": "…"}} or a list of numbers.</source>
        <comment>BYTES_WANTED_TIP</comment>
        <translation>请写成 {{"base64": "…"}} 或数值列表。</translation>
    </message>
</context>
<context>
    <name>RunListWording</name>
    <message>
        <source>Compare</source>
        <comment>COMPARE</comment>
        <translation>对比</translation>
    </message>
    <message>
        <source>Runs that are laid beneath the views</source>
        <comment>LIST_LABEL</comment>
        <translation>叠加在视图下方的运行</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>NAME</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>File</source>
        <comment>FILE</comment>
        <translation>文件</translation>
    </message>
    <message>
        <source>Length</source>
        <comment>LENGTH</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Moved by</source>
        <comment>OFFSET</comment>
        <translation>移动了</translation>
    </message>
    <message>
        <source>State</source>
        <comment>STATE</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Add recording…</source>
        <comment>ADD</comment>
        <translation>添加录制…</translation>
    </message>
    <message>
        <source>Lay recordings beneath what the views show ({key}); or drop their files here</source>
        <comment>ADD_TIP</comment>
        <translation>将录制叠加在视图所示内容的下方（{key}）；也可将其文件拖放到此处</translation>
    </message>
    <message>
        <source>Add recordings to compare with</source>
        <comment>ADD_TITLE</comment>
        <translation>添加要对比的录制</translation>
    </message>
    <message>
        <source>Recent</source>
        <comment>RECENT</comment>
        <translation>最近</translation>
    </message>
    <message>
        <source>Add a recording that was opened last</source>
        <comment>RECENT_TIP</comment>
        <translation>添加最近打开过的录制</translation>
    </message>
    <message>
        <source>No recordings were opened yet</source>
        <comment>NO_RECENT</comment>
        <translation>尚未打开过录制</translation>
    </message>
    <message>
        <source>Add the last minutes</source>
        <comment>ADD_LAST</comment>
        <translation>添加最近几分钟</translation>
    </message>
    <message>
        <source>Make a recording of the last minutes of the black box, and lay it beneath what the views show</source>
        <comment>ADD_LAST_TIP</comment>
        <translation>将黑匣子的最近几分钟制成录制，并叠加在视图所示内容的下方</translation>
    </message>
    <message>
        <source>Remove</source>
        <comment>REMOVE</comment>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the run away ({key}); its files stay as they are</source>
        <comment>REMOVE_TIP</comment>
        <translation>移除该次运行（{key}）；其文件保持不变</translation>
    </message>
    <message>
        <source>Remove all</source>
        <comment>REMOVE_ALL</comment>
        <translation>全部移除</translation>
    </message>
    <message>
        <source>Take all runs away; their files stay as they are</source>
        <comment>REMOVE_ALL_TIP</comment>
        <translation>移除所有运行；其文件保持不变</translation>
    </message>
    <message>
        <source>Removed</source>
        <comment>REMOVED</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Rename</source>
        <comment>RENAME</comment>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Show</source>
        <comment>SHOW</comment>
        <translation>显示</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>COPY</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cancel reading</source>
        <comment>CANCEL_READING</comment>
        <translation>取消读取</translation>
    </message>
    <message>
        <source>End what is read of the run: views show nothing of these topics then</source>
        <comment>CANCEL_READING_TIP</comment>
        <translation>结束对该次运行的读取：视图将不显示这些话题的内容</translation>
    </message>
    <message>
        <source>No runs to compare with</source>
        <comment>NONE_TITLE</comment>
        <translation>没有可对比的运行</translation>
    </message>
    <message>
        <source>Add a recording, or drop its file here: plots, states and top views show it beneath what is live, and here stands how far they are apart. Up to {most} runs can be compared at once.</source>
        <comment>NONE_HINT</comment>
        <translation>添加录制，或将其文件拖放到此处：曲线图、状态图和俯视图会将其显示在实时内容下方，此处则说明两者相差多少。最多可同时对比 {most} 次运行。</translation>
    </message>
    <message>
        <source>opening…</source>
        <comment>OPENING</comment>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>reading… {share:.0%}</source>
        <comment>READING</comment>
        <translation>正在读取… {share:.0%}</translation>
    </message>
    <message>
        <source>damaged parts left out: {count}</source>
        <comment>DAMAGED</comment>
        <translation>已略去的损坏部分：{count}</translation>
    </message>
    <message>
        <source>no topic in common with what is live</source>
        <comment>NO_COMMON_TOPIC</comment>
        <translation>与实时数据没有共同的话题</translation>
    </message>
    <message>
        <source>topics of other types: {count}</source>
        <comment>OTHER_TYPES</comment>
        <translation>类型不同的话题：{count}</translation>
    </message>
    <message>
        <source>{topic}: {theirs}, but live {ours}</source>
        <comment>OTHER_TYPE</comment>
        <translation>{topic}：{theirs}，而实时为 {ours}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <comment>MORE</comment>
        <translation>以及另外 {count} 个</translation>
    </message>
    <message>
        <source>What was dropped is no recording: {names}</source>
        <comment>NO_RECORDINGS</comment>
        <translation>拖放的内容不是录制：{names}</translation>
    </message>
    <message>
        <source>Add recordings</source>
        <comment>KEY_ADD</comment>
        <translation>添加录制</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <comment>KEY_RENAME</comment>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Show or hide the run</source>
        <comment>KEY_SHOW</comment>
        <translation>显示或隐藏运行</translation>
    </message>
    <message>
        <source>Remove the run</source>
        <comment>KEY_REMOVE</comment>
        <translation>移除运行</translation>
    </message>
    <message>
        <source>Undo the last removal or alignment</source>
        <comment>KEY_UNDO</comment>
        <translation>撤销上一次移除或对齐</translation>
    </message>
</context>
<context>
    <name>SchemeWording</name>
    <message>
        <source>Gazebo</source>
        <comment>GAZEBO</comment>
        <translation>Gazebo</translation>
    </message>
    <message>
        <source>ROS 1</source>
        <comment>ROS1</comment>
        <translation>ROS 1</translation>
    </message>
    <message>
        <source>Galileo</source>
        <comment>GALILEO</comment>
        <translation>Galileo</translation>
    </message>
    <message>
        <source>NRP-core (gRPC)</source>
        <comment>NRP_GRPC</comment>
        <translation>NRP-core (gRPC)</translation>
    </message>
    <message>
        <source>NRP-core (JSON)</source>
        <comment>NRP_JSON</comment>
        <translation>NRP-core (JSON)</translation>
    </message>
    <message>
        <source>NRP-core (MQTT)</source>
        <comment>NRP_MQTT</comment>
        <translation>NRP-core (MQTT)</translation>
    </message>
    <message>
        <source>DataPacks</source>
        <comment>PACKS</comment>
        <translation>数据包（DataPack）</translation>
    </message>
    <message>
        <source>a Gazebo master</source>
        <comment>GAZEBO_MASTER</comment>
        <translation>Gazebo 主节点</translation>
    </message>
    <message>
        <source>Gazebo: ~/… for the world's own</source>
        <comment>GAZEBO_TOPICS</comment>
        <translation>Gazebo：~/… 表示仿真世界自己的话题</translation>
    </message>
    <message>
        <source>a ROS 1 master</source>
        <comment>ROS1_MASTER</comment>
        <translation>ROS 1 主节点</translation>
    </message>
    <message>
        <source>Everything goes to a proxy on the Internet ({host}, UDP port {port}). For a robot in this network type its IP address, or add ?wan=no.</source>
        <comment>GALILEO_PROXY</comment>
        <translation>所有数据都会发往互联网上的代理（{host}，UDP 端口 {port}）。如果机器人在本网络中，请输入其 IP 地址，或加上 ?wan=no。</translation>
    </message>
    <message>
        <source>Galileo robots</source>
        <comment>GALILEO_ROBOTS</comment>
        <translation>Galileo 机器人</translation>
    </message>
    <message>
        <source>Galileo: optional if the address has one</source>
        <comment>GALILEO_TOPICS</comment>
        <translation>Galileo：地址中已有话题时可省略</translation>
    </message>
    <message>
        <source>an NRP-core engine (gRPC)</source>
        <comment>GRPC_ENGINE</comment>
        <translation>NRP-core 引擎（gRPC）</translation>
    </message>
    <message>
        <source>an NRP-core engine (JSON)</source>
        <comment>JSON_ENGINE</comment>
        <translation>NRP-core 引擎（JSON）</translation>
    </message>
    <message>
        <source>an MQTT broker</source>
        <comment>BROKER</comment>
        <translation>MQTT 代理</translation>
    </message>
    <message>
        <source>Recording</source>
        <comment>RECORDING</comment>
        <translation>录制文件</translation>
    </message>
</context>
<context>
    <name>SelftestDialogWording</name>
    <message>
        <source>A robot is armed, or may be moving</source>
        <comment>ROBOT_MOVES</comment>
        <translation>有机器人已解锁，或可能正在移动</translation>
    </message>
    <message>
        <source>Disarm it first: the check keeps this computer busy for half a minute.</source>
        <comment>DISARM_FIRST</comment>
        <translation>请先将其锁定：检查会让本机忙碌半分钟。</translation>
    </message>
    <message>
        <source>Teledeck was updated. Restart it, then run the check.</source>
        <comment>UPDATED</comment>
        <translation>Teledeck 已更新。请重新启动后再运行检查。</translation>
    </message>
    <message>
        <source>{faults} of {count} checks failed. Select one to see what to do.</source>
        <comment>FAULTS</comment>
        <translation>{count} 项检查中有 {faults} 项未通过。请选择一项以查看处理办法。</translation>
    </message>
    <message>
        <source>All {count} checks passed.</source>
        <comment>ALL_WELL</comment>
        <translation>全部 {count} 项检查通过。</translation>
    </message>
    <message>
        <source>The check ended early, after {count} checks. Run it again.</source>
        <comment>ENDED_EARLY</comment>
        <translation>检查提前结束，只完成了 {count} 项。请重新运行。</translation>
    </message>
    <message>
        <source>The check could not start: {why}. Restart Teledeck.</source>
        <comment>NOT_STARTED</comment>
        <translation>检查未能启动：{why}。请重新启动 Teledeck。</translation>
    </message>
    <message>
        <source>Check this installation</source>
        <comment>CHECK_THIS_INSTALLATION</comment>
        <translation>检查此安装</translation>
    </message>
    <message>
        <source>Teledeck checks this computer with a demo robot. A window with that robot opens for a few seconds.</source>
        <comment>ABOUT</comment>
        <translation>Teledeck 用演示机器人检查本机。显示该机器人的窗口会打开几秒钟。</translation>
    </message>
</context>
<context>
    <name>SelftestWording</name>
    <message>
        <source>All checks passed: {checks} in {took_s:.0f} s.</source>
        <comment>WELL</comment>
        <translation>全部检查通过：{checks} 项，用时 {took_s:.0f} s。</translation>
    </message>
    <message>
        <source>All checks passed: {checks} in {took_s:.0f} s, {marked} of them marked with “?”.</source>
        <comment>WELL_BUT_MARKED</comment>
        <translation>全部检查通过：{checks} 项，用时 {took_s:.0f} s，其中 {marked} 项标有“?”。</translation>
    </message>
    <message>
        <source>Failed checks: {faults} of {checks}, in {took_s:.0f} s.</source>
        <comment>FAULTS</comment>
        <translation>未通过的检查：{faults} 项（共 {checks} 项），用时 {took_s:.0f} s。</translation>
    </message>
    <message>
        <source>Failed checks: {faults} of {checks}, in {took_s:.0f} s; {marked} more are marked with “?”.</source>
        <comment>FAULTS_AND_MARKED</comment>
        <translation>未通过的检查：{faults} 项（共 {checks} 项），用时 {took_s:.0f} s；另有 {marked} 项标有“?”。</translation>
    </message>
    <message>
        <source>The library {package} can't be loaded: {error}</source>
        <comment>LIBRARY_MISSING</comment>
        <translation>库 {package} 无法加载：{error}</translation>
    </message>
    <message>
        <source>from source code</source>
        <comment>FROM_SOURCES</comment>
        <translation>来自源代码</translation>
    </message>
    <message>
        <source>{package}, commit {commit} of {date}</source>
        <comment>BUILD</comment>
        <translation>{package}，提交 {commit}，{date}</translation>
    </message>
    <message>
        <source>Teledeck {version} ({how}), Python {python} on {system}; {libraries}</source>
        <comment>VERSIONS</comment>
        <translation>Teledeck {version}（{how}），Python {python}，运行于 {system}；{libraries}</translation>
    </message>
    <message>
        <source>The clock for driving counted {counted_s:.3f} s in {passed_s:.3f} s</source>
        <comment>CLOCK_DIFFERS</comment>
        <translation>驾驶用的时钟在 {passed_s:.3f} s 内计了 {counted_s:.3f} s</translation>
    </message>
    <message>
        <source>Driving would stop repeatedly. A virtual machine may need the clock of its host.</source>
        <comment>CLOCK_DIFFERS_TIP</comment>
        <translation>驾驶会反复停止。虚拟机可能需要使用宿主机的时钟。</translation>
    </message>
    <message>
        <source>CLOCK_BOOTTIME includes the time while this computer sleeps</source>
        <comment>CLOCK</comment>
        <translation>CLOCK_BOOTTIME 包含本机休眠的时间</translation>
    </message>
    <message>
        <source>The system clock includes the time while this computer sleeps</source>
        <comment>SYSTEM_CLOCK</comment>
        <translation>系统时钟包含本机休眠的时间</translation>
    </message>
    <message>
        <source>settings</source>
        <comment>SETTINGS</comment>
        <translation>设置</translation>
    </message>
    <message>
        <source>logs</source>
        <comment>LOGS</comment>
        <translation>日志</translation>
    </message>
    <message>
        <source>temporary files</source>
        <comment>TEMPORARY_FILES</comment>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>Teledeck can't write {purpose} to {folder}: {error}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>Teledeck 无法将{purpose}写入 {folder}：{error}</translation>
    </message>
    <message>
        <source>Check that you own the folder and that the disk is neither full nor read-only, or choose another folder with --config.</source>
        <comment>NOT_WRITTEN_TIP</comment>
        <translation>请检查该文件夹是否归你所有，磁盘是否已满或只读，或用 --config 选择另一个文件夹。</translation>
    </message>
    <message>
        <source>Only {free_mb:.0f} MB are free for {purpose} in {folder}</source>
        <comment>LITTLE_ROOM</comment>
        <translation>{folder} 中可供{purpose}使用的空间只有 {free_mb:.0f} MB</translation>
    </message>
    <message>
        <source>Free some space on that disk.</source>
        <comment>LITTLE_ROOM_TIP</comment>
        <translation>请在该磁盘上腾出一些空间。</translation>
    </message>
    <message>
        <source>{purpose} in {folder}</source>
        <comment>PLACE</comment>
        <translation>{folder} 中的{purpose}</translation>
    </message>
    <message>
        <source>Enough space is free for {places}</source>
        <comment>ROOM</comment>
        <translation>空间充足：{places}</translation>
    </message>
    <message>
        <source>This computer can't reach itself at {address}: {error}</source>
        <comment>LOOPBACK_FAILED</comment>
        <translation>本机无法通过 {address} 连到自己：{error}</translation>
    </message>
    <message>
        <source>Enable the interface “lo” (ip link set lo up), and exclude it from the firewall.</source>
        <comment>LOOPBACK_TIP</comment>
        <translation>请启用接口“lo”（ip link set lo up），并在防火墙中将其排除。</translation>
    </message>
    <message>
        <source>This computer can't reach itself at {address}</source>
        <comment>LOOPBACK_SILENT</comment>
        <translation>本机无法通过 {address} 连到自己</translation>
    </message>
    <message>
        <source>This computer reaches itself at {address} over TCP and UDP</source>
        <comment>LOOPBACK</comment>
        <translation>本机可以在 {address} 上通过 TCP 和 UDP 连到自己</translation>
    </message>
    <message>
        <source>The name of this computer, {name}, can't be resolved, but ROS 1 programs announce it</source>
        <comment>NAME_UNRESOLVED</comment>
        <translation>本机的名称 {name} 无法解析，而 ROS 1 程序会通告它</translation>
    </message>
    <message>
        <source>Add it to /etc/hosts, or set ROS_IP for ROS 1 programs on this computer. Teledeck itself uses addresses.</source>
        <comment>NAME_UNRESOLVED_TIP</comment>
        <translation>请将其加入 /etc/hosts，或为本机的 ROS 1 程序设置 ROS_IP。Teledeck 自身使用地址。</translation>
    </message>
    <message>
        <source>The name of this computer, {name}, resolves to {address}, which is not an address of this computer</source>
        <comment>NAME_FOREIGN</comment>
        <translation>本机的名称 {name} 解析为 {address}，而它不是本机的地址</translation>
    </message>
    <message>
        <source>Fix /etc/hosts or the name server, or set ROS_IP for ROS 1 programs on this computer.</source>
        <comment>NAME_FOREIGN_TIP</comment>
        <translation>请修正 /etc/hosts 或名称服务器，或为本机的 ROS 1 程序设置 ROS_IP。</translation>
    </message>
    <message>
        <source>The name of this computer, {name}, resolves to {address}, as ROS 1 programs need it</source>
        <comment>NAME</comment>
        <translation>本机的名称 {name} 解析为 {address}，符合 ROS 1 程序的需要</translation>
    </message>
    <message>
        <source>Ports in use on this computer: {ports}</source>
        <comment>PORTS_TAKEN</comment>
        <translation>本机已占用的端口：{ports}</translation>
    </message>
    <message>
        <source>None of the default ports is in use</source>
        <comment>NO_PORTS_TAKEN</comment>
        <translation>默认端口都未被占用</translation>
    </message>
    <message>
        <source>Another program uses UDP {port}, where {robots} announce themselves; {ports}</source>
        <comment>DISCOVERY_TAKEN</comment>
        <translation>另一个程序占用了 UDP {port}，即 {robots}通告自己的端口；{ports}</translation>
    </message>
    <message>
        <source>If it is another Teledeck, both can share the port. Otherwise such robots are not discovered: type their address.</source>
        <comment>DISCOVERY_TAKEN_TIP</comment>
        <translation>如果是另一个 Teledeck，两者可以共用该端口。否则发现不了这类机器人：请输入其地址。</translation>
    </message>
    <message>
        <source>{ports}; UDP {port} is free for announcements of {robots}</source>
        <comment>DISCOVERY_FREE</comment>
        <translation>{ports}；UDP {port} 空闲，可接收 {robots}的通告</translation>
    </message>
    <message>
        <source>No key store is available, so tokens of robots are not saved</source>
        <comment>NO_KEY_STORE</comment>
        <translation>没有可用的密钥库，因此不保存机器人的令牌</translation>
    </message>
    <message>
        <source>You need to type them each time. On a desktop, GNOME Keyring or KWallet is a key store.</source>
        <comment>NO_KEY_STORE_TIP</comment>
        <translation>每次都需要输入令牌。在桌面系统上，GNOME Keyring 或 KWallet 可用作密钥库。</translation>
    </message>
    <message>
        <source>{name} stores the tokens of robots</source>
        <comment>KEY_STORE</comment>
        <translation>{name} 保存机器人的令牌</translation>
    </message>
    <message>
        <source>SDL {version} is loaded and detects {names}</source>
        <comment>PADS</comment>
        <translation>SDL {version} 已加载，检测到 {names}</translation>
    </message>
    <message>
        <source>SDL {version} is loaded; no gamepad is connected</source>
        <comment>NO_PADS</comment>
        <translation>SDL {version} 已加载；未连接手柄</translation>
    </message>
    <message>
        <source>No folder for temporary files is available: {error}</source>
        <comment>NO_TEMPORARY_FOLDER</comment>
        <translation>没有可用的临时文件夹：{error}</translation>
    </message>
    <message>
        <source>Set TMPDIR to a folder.</source>
        <comment>NO_TEMPORARY_FOLDER_TIP</comment>
        <translation>请将 TMPDIR 设为一个文件夹。</translation>
    </message>
    <message>
        <source>{variable} is {given}, which can't be resolved</source>
        <comment>VARIABLE_UNRESOLVED</comment>
        <translation>{variable} 为 {given}，无法解析</translation>
    </message>
    <message>
        <source>Correct or unset {variable}.</source>
        <comment>VARIABLE_UNRESOLVED_TIP</comment>
        <translation>请更正或取消设置 {variable}。</translation>
    </message>
    <message>
        <source>{variable} is {given}, but {address} is not an address of this computer</source>
        <comment>VARIABLE_FOREIGN</comment>
        <translation>{variable} 为 {given}，但 {address} 不是本机的地址</translation>
    </message>
    <message>
        <source>ROS 1 robots will call that address. Unless it leads here, unset {variable}.</source>
        <comment>VARIABLE_FOREIGN_TIP</comment>
        <translation>ROS 1 机器人会连接该地址。除非它通向本机，否则请取消设置 {variable}。</translation>
    </message>
    <message>
        <source>{variable} is {given}, an address of this computer</source>
        <comment>VARIABLE</comment>
        <translation>{variable} 为 {given}，是本机的地址</translation>
    </message>
    <message>
        <source>See the output above or in the terminal.</source>
        <comment>NO_ROBOT_SAID_TIP</comment>
        <translation>请查看上方或终端中的输出。</translation>
    </message>
    <message>
        <source>A process of this program can't start: {error}</source>
        <comment>NO_PROCESS</comment>
        <translation>本程序的一个进程无法启动：{error}</translation>
    </message>
    <message>
        <source>Start it again, or install it again.</source>
        <comment>NO_PROCESS_TIP</comment>
        <translation>请重新启动它，或重新安装。</translation>
    </message>
    <message>
        <source>The demo robot runs and is served by {schemes}</source>
        <comment>ROBOT_RUNS</comment>
        <translation>演示机器人正在运行，通过 {schemes} 提供服务</translation>
    </message>
    <message>
        <source>The demo robot does not run</source>
        <comment>NO_ROBOT</comment>
        <translation>演示机器人没有运行</translation>
    </message>
    <message>
        <source>See above why it did not start.</source>
        <comment>NO_ROBOT_TIP</comment>
        <translation>未能启动的原因见上方。</translation>
    </message>
    <message>
        <source>Too few messages arrived in {read_s:g} s: {count}</source>
        <comment>FEW_MESSAGES</comment>
        <translation>{read_s:g} s 内到达的消息太少：{count}</translation>
    </message>
    <message>
        <source>A firewall may slow down traffic within this computer.</source>
        <comment>FEW_MESSAGES_TIP</comment>
        <translation>防火墙可能拖慢了本机内部的通信。</translation>
    </message>
    <message>
        <source>{messages:,} messages of {topics} topics were read, {size_kb:,.0f} kB</source>
        <comment>MESSAGES</comment>
        <translation>已读取 {topics} 个话题的 {messages:,} 条消息，共 {size_kb:,.0f} kB</translation>
    </message>
    <message>
        <source>No image arrived by {schemes} within {timeout_s:g} s</source>
        <comment>NO_PICTURE</comment>
        <translation>{timeout_s:g} s 内没有图像通过 {schemes} 到达</translation>
    </message>
    <message>
        <source>The camera image with {width} x {height} pixels arrived by {schemes}</source>
        <comment>PICTURES</comment>
        <translation>{width} x {height} 像素的相机图像已通过 {schemes} 到达</translation>
    </message>
    <message>
        <source>The connection was lost</source>
        <comment>CONNECTION_GONE</comment>
        <translation>连接已丢失</translation>
    </message>
    <message>
        <source>{connection} is {state}. {reason}</source>
        <comment>NOT_CONNECTED</comment>
        <translation>{connection} 的状态为 {state}。{reason}</translation>
    </message>
    <message>
        <source>A message of {topic} can't be decoded: {reason}</source>
        <comment>NOT_DECODED</comment>
        <translation>{topic} 的一条消息无法解码：{reason}</translation>
    </message>
    <message>
        <source>The image by {scheme} can't be shown: {reason}</source>
        <comment>PICTURE_NOT_SHOWN</comment>
        <translation>通过 {scheme} 收到的图像无法显示：{reason}</translation>
    </message>
    <message>
        <source>The image by {scheme} has only one colour</source>
        <comment>ONE_COLOUR</comment>
        <translation>通过 {scheme} 收到的图像只有一种颜色</translation>
    </message>
    <message>
        <source>{text}. {reason}</source>
        <comment>STEP_FAILED</comment>
        <translation>{text}。{reason}</translation>
    </message>
    <message>
        <source>Driving did not get ready</source>
        <comment>NOT_READY</comment>
        <translation>驾驶未能就绪</translation>
    </message>
    <message>
        <source>The controls could not be released</source>
        <comment>NOT_LET_GO</comment>
        <translation>未能松开驾驶控制</translation>
    </message>
    <message>
        <source>The robot got no stop command</source>
        <comment>NOT_TOLD_TO_STAND</comment>
        <translation>机器人没有收到停止指令</translation>
    </message>
    <message>
        <source>The robot got a stop command but, by its own measurement, did not stop</source>
        <comment>STANDS_NOT</comment>
        <translation>机器人收到了停止指令，但据其自身的测量并未停下</translation>
    </message>
    <message>
        <source>The robot was not disarmed</source>
        <comment>NOT_DISARMED</comment>
        <translation>机器人未能锁定</translation>
    </message>
    <message>
        <source>The drive process and its watchdog were ready after {ready_s:.1f} s; the robot moved at {speed_m_s:.2f} m/s, got a stop command within {stopped_s:.2f} s, stood after {stood_s:.1f} s and was disarmed</source>
        <comment>DRIVEN</comment>
        <translation>驾驶进程及其看门狗在 {ready_s:.1f} s 后就绪；机器人以 {speed_m_s:.2f} m/s 移动，在 {stopped_s:.2f} s 内收到停止指令，{stood_s:.1f} s 后停稳，并已锁定</translation>
    </message>
    <message>
        <source>The robot was not armed</source>
        <comment>NOT_ARMED</comment>
        <translation>机器人未能解锁</translation>
    </message>
    <message>
        <source>The robot was armed and got commands, but did not move</source>
        <comment>MOVES_NOT</comment>
        <translation>机器人已解锁并收到指令，但没有移动</translation>
    </message>
    <message>
        <source>The robot stopped too early</source>
        <comment>STOPPED_MOVING</comment>
        <translation>机器人过早停下</translation>
    </message>
    <message>
        <source>The watchdog is {readiness} ({reason})</source>
        <comment>WATCHDOG_NOT_READY_BECAUSE</comment>
        <translation>看门狗的状态为 {readiness}（{reason}）</translation>
    </message>
    <message>
        <source>The watchdog is {readiness}</source>
        <comment>WATCHDOG_NOT_READY</comment>
        <translation>看门狗的状态为 {readiness}</translation>
    </message>
    <message>
        <source>Start it on a desktop, or with QT_QPA_PLATFORM=offscreen to check everything but the screen.</source>
        <comment>NO_SCREEN_TIP</comment>
        <translation>请在桌面环境中启动，或加上 QT_QPA_PLATFORM=offscreen 检查屏幕以外的各项。</translation>
    </message>
    <message>
        <source>No screen is available for a window</source>
        <comment>NO_SCREEN</comment>
        <translation>没有可显示窗口的屏幕</translation>
    </message>
    <message>
        <source>No demo robot runs that could be shown</source>
        <comment>NO_ROBOT_TO_SHOW</comment>
        <translation>没有可显示的演示机器人在运行</translation>
    </message>
    <message>
        <source>The window opened and closed correctly</source>
        <comment>WINDOW_WELL</comment>
        <translation>窗口已正常打开和关闭</translation>
    </message>
    <message>
        <source>The window process ended with code {code}: {said}</source>
        <comment>WINDOW_ENDED</comment>
        <translation>窗口进程已结束，代码 {code}：{said}</translation>
    </message>
    <message>
        <source>The window process ended with code {code}, without output</source>
        <comment>WINDOW_ENDED_SILENTLY</comment>
        <translation>窗口进程已结束，代码 {code}，没有输出</translation>
    </message>
</context>
<context>
    <name>SessionWording</name>
    <message>
        <source>{connection} is in view-only mode</source>
        <comment>LOCKED</comment>
        <translation>{connection} 处于只看模式</translation>
    </message>
    <message>
        <source>Allow commands to the robot first.</source>
        <comment>ALLOW_COMMANDS</comment>
        <translation>请先允许向机器人发指令。</translation>
    </message>
    <message>
        <source>The window shows the past, in which nothing is commanded</source>
        <comment>LOOKS_BACK</comment>
        <translation>窗口显示的是过去，不发送任何命令</translation>
    </message>
    <message>
        <source>Go back to now first.</source>
        <comment>GO_LIVE</comment>
        <translation>请先回到现在。</translation>
    </message>
    <message>
        <source>The black box has nothing of this link at that time</source>
        <comment>NOT_THERE_THEN</comment>
        <translation>黑匣子中没有当时的这个连接</translation>
    </message>
    <message>
        <source>There was no connection to this robot yet, or nothing was kept.</source>
        <comment>NOT_THERE_THEN_TIP</comment>
        <translation>当时还没有连接这个机器人，或没有保留任何内容。</translation>
    </message>
    <message>
        <source>Driving could not start</source>
        <comment>DRIVING_NOT_STARTED</comment>
        <translation>无法启动驾驶</translation>
    </message>
    <message>
        <source>{connection} has only topics: no nodes, services or parameters</source>
        <comment>ONLY_TOPICS</comment>
        <translation>{connection} 只有话题：没有节点、服务和参数</translation>
    </message>
    <message>
        <source>Connect by a ros1:// address to see them.</source>
        <comment>TAKE_ROS1</comment>
        <translation>要查看它们，请用 ros1:// 地址连接。</translation>
    </message>
    <message>
        <source>Unlock it and try again, or type the token.</source>
        <comment>UNLOCK_KEYS</comment>
        <translation>请打开密钥库后重试，或输入令牌。</translation>
    </message>
    <message>
        <source>Type the token. Teledeck uses it for this connection and does not save it.</source>
        <comment>TYPE_IT_IN</comment>
        <translation>请输入令牌。Teledeck 只用于此连接，不会保存。</translation>
    </message>
    <message>
        <source>This system has no key store, so the token is not saved</source>
        <comment>NO_KEY_STORE</comment>
        <translation>本系统没有密钥库，因此不保存令牌</translation>
    </message>
    <message>
        <source>You need to type it each time.</source>
        <comment>ASKED_EACH_TIME</comment>
        <translation>每次都需要输入。</translation>
    </message>
    <message>
        <source>The key store of this system</source>
        <comment>KEY_STORE</comment>
        <translation>本系统的密钥库</translation>
    </message>
    <message>
        <source>{store} is locked</source>
        <comment>KEYS_LOCKED</comment>
        <translation>{store} 已上锁</translation>
    </message>
    <message>
        <source>{store} failed ({kind})</source>
        <comment>KEYS_FAILED</comment>
        <translation>{store} 出错（{kind}）</translation>
    </message>
    <message>
        <source>See the log {path} for details.</source>
        <comment>SEE_LOG</comment>
        <translation>详情见日志 {path}。</translation>
    </message>
    <message>
        <source>The port must be 1–65535, not {port}</source>
        <comment>PORT_OUT_OF_RANGE</comment>
        <translation>端口必须为 1–65535，不能是 {port}</translation>
    </message>
    <message>
        <source>Leave the port out for the default.</source>
        <comment>PORT_TIP</comment>
        <translation>不写端口即用默认端口。</translation>
    </message>
    <message>
        <source>Unknown address type “{uri}”</source>
        <comment>UNKNOWN_SCHEME</comment>
        <translation>未知的地址类型“{uri}”</translation>
    </message>
    <message>
        <source>Start with one of {known}.</source>
        <comment>KNOWN_SCHEMES</comment>
        <translation>地址开头应为以下之一：{known}。</translation>
    </message>
    <message>
        <source>There is no connection {connection}</source>
        <comment>NO_CONNECTION</comment>
        <translation>没有连接 {connection}</translation>
    </message>
    <message>
        <source>It may have been closed.</source>
        <comment>MAY_BE_CLOSED</comment>
        <translation>它可能已关闭。</translation>
    </message>
    <message>
        <source>Teledeck was updated</source>
        <comment>GOAL_UPDATED</comment>
        <translation>Teledeck 已更新</translation>
    </message>
    <message>
        <source>Restart Teledeck, then set the goal.</source>
        <comment>GOAL_UPDATED_TIP</comment>
        <translation>请重新启动 Teledeck，再设置目标。</translation>
    </message>
    <message>
        <source>{connection} takes no goals</source>
        <comment>NO_GOALS</comment>
        <translation>{connection} 不接受目标</translation>
    </message>
    <message>
        <source>Only robots on ROS 1 with move_base take goals from here.</source>
        <comment>GOALS_ROS1</comment>
        <translation>只有运行 move_base 的 ROS 1 机器人接受这里的目标。</translation>
    </message>
</context>
<context>
    <name>SettingsWording</name>
    <message>
        <source>frame_limit_bytes must be 1 KiB to 2 GiB, not {limit_bytes}</source>
        <comment>BAD_FRAME_LIMIT</comment>
        <translation>frame_limit_bytes 必须为 1 KiB 到 2 GiB，不能是 {limit_bytes}</translation>
    </message>
    <message>
        <source>connect_timeout_s must be 0 to 600 s, not {timeout_s}</source>
        <comment>BAD_TIMEOUT</comment>
        <translation>connect_timeout_s 必须为 0 到 600 s，不能是 {timeout_s}</translation>
    </message>
    <message>
        <source>{name} must be 0 to 65535, not {port}</source>
        <comment>BAD_PORT</comment>
        <translation>{name} 必须为 0 到 65535，不能是 {port}</translation>
    </message>
    <message>
        <source>{folder} has no {kind} file</source>
        <comment>NO_FILES</comment>
        <translation>{folder} 中没有 {kind} 文件</translation>
    </message>
    <message>
        <source>{folder} is not a folder</source>
        <comment>NO_FOLDER</comment>
        <translation>{folder} 不是文件夹</translation>
    </message>
    <message>
        <source>Name the folder with your {kind} files.</source>
        <comment>NAME_FOLDER</comment>
        <translation>请指定存放 {kind} 文件的文件夹。</translation>
    </message>
    <message>
        <source>{folder} has too many {kind} files</source>
        <comment>TOO_MANY_FILES</comment>
        <translation>{folder} 中的 {kind} 文件过多</translation>
    </message>
    <message>
        <source>Name only the folder with your own files.</source>
        <comment>NAME_OWN_FOLDER</comment>
        <translation>请只指定存放自己文件的文件夹。</translation>
    </message>
    <message>
        <source>{path} can't be read: {error}</source>
        <comment>FILE_NOT_READ</comment>
        <translation>{path} 无法读取：{error}</translation>
    </message>
    <message>
        <source>{path} is not UTF-8: {reason} at byte {start}</source>
        <comment>FILE_NOT_UTF8</comment>
        <translation>{path} 不是 UTF-8：{reason}，位于字节 {start}</translation>
    </message>
    <message>
        <source>The file is larger than {limit_mib} MiB</source>
        <comment>TOO_LONG</comment>
        <translation>文件大于 {limit_mib} MiB</translation>
    </message>
    <message>
        <source>The value is not an object</source>
        <comment>NO_OBJECT</comment>
        <translation>该值不是对象</translation>
    </message>
    <message>
        <source>format: The value must be a number from 1</source>
        <comment>BAD_FORMAT</comment>
        <translation>format：该值必须是从 1 起的数</translation>
    </message>
    <message>
        <source>The settings are larger than {limit_mib} MiB</source>
        <comment>WRITTEN_TOO_LONG</comment>
        <translation>设置大于 {limit_mib} MiB</translation>
    </message>
    <message>
        <source>Teledeck can't read the settings in {path}: {error}</source>
        <comment>NOT_READ</comment>
        <translation>Teledeck 无法读取 {path} 中的设置：{error}</translation>
    </message>
    <message>
        <source>The file stays unchanged.</source>
        <comment>LEFT_AS_THEY_ARE</comment>
        <translation>文件保持不变。</translation>
    </message>
    <message>
        <source>Teledeck can't read the settings: {path} is not a file</source>
        <comment>NO_FILE</comment>
        <translation>Teledeck 无法读取设置：{path} 不是文件</translation>
    </message>
    <message>
        <source>Move it to another place.</source>
        <comment>PUT_IT_AWAY</comment>
        <translation>请将其移到别处。</translation>
    </message>
    <message>
        <source>A newer version of Teledeck saved the settings ({path})</source>
        <comment>NEWER</comment>
        <translation>设置由更新版本的 Teledeck 保存（{path}）</translation>
    </message>
    <message>
        <source>This version uses what it understands and leaves the file unchanged. Your changes are lost when the window closes.</source>
        <comment>NEWER_IS_LEFT</comment>
        <translation>此版本只使用它能理解的部分，并保持文件不变。窗口关闭后，所作的更改会丢失。</translation>
    </message>
    <message>
        <source>{faults}; and {count} more</source>
        <comment>AND_MORE</comment>
        <translation>{faults}；另有 {count} 项</translation>
    </message>
    <message>
        <source>Some settings can't be read, so the defaults apply: {faults}</source>
        <comment>SOME_NOT_READ</comment>
        <translation>部分设置无法读取，因此使用默认值：{faults}</translation>
    </message>
    <message>
        <source>Some settings could not be read and were reset: {faults}</source>
        <comment>SOME_REPLACED</comment>
        <translation>部分设置无法读取，已恢复默认值：{faults}</translation>
    </message>
    <message>
        <source>The old file is kept as {path}</source>
        <comment>KEPT_AS</comment>
        <translation>旧文件保留为 {path}</translation>
    </message>
    <message>
        <source>Some settings of the previous version could not be read: {faults}</source>
        <comment>SOME_OLD_NOT_READ</comment>
        <translation>旧版本的部分设置无法读取：{faults}</translation>
    </message>
    <message>
        <source>This user has no home folder</source>
        <comment>NO_HOME</comment>
        <translation>此用户没有主文件夹</translation>
    </message>
    <message>
        <source>Settings can't be saved: {why}</source>
        <comment>NOT_KEPT</comment>
        <translation>设置无法保存：{why}</translation>
    </message>
    <message>
        <source>Your changes are lost when the window closes.</source>
        <comment>FORGOTTEN</comment>
        <translation>窗口关闭后，所作的更改会丢失。</translation>
    </message>
</context>
<context>
    <name>ShippedLayouts</name>
    <message>
        <source>Drive</source>
        <comment>DRIVE</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>Look for faults</source>
        <comment>LOOK_FOR_FAULTS</comment>
        <translation>查找故障</translation>
    </message>
    <message>
        <source>Watch</source>
        <comment>WATCH</comment>
        <translation>观察</translation>
    </message>
</context>
<context>
    <name>StatesWording</name>
    <message>
        <source>not sent</source>
        <comment>NOT_SENT</comment>
        <translation>未发送</translation>
    </message>
    <message>
        <source>other word</source>
        <comment>OTHER_WORD</comment>
        <translation>其他词</translation>
    </message>
    <message>
        <source>Suggested states</source>
        <comment>ADD_DEFAULTS</comment>
        <translation>建议的状态</translation>
    </message>
    <message>
        <source>No fields with states known yet</source>
        <comment>NOTHING_TO_ADD</comment>
        <translation>尚无已知的状态字段</translation>
    </message>
    <message>
        <source>Removed</source>
        <comment>REMOVED</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>The states of {topic} are not known yet. Select the topic once</source>
        <comment>STATES_UNKNOWN</comment>
        <translation>{topic} 的状态尚不清楚。请选择一次该话题</translation>
    </message>
    <message>
        <source>{topic} has only numbers. Plot it</source>
        <comment>ONLY_NUMBERS</comment>
        <translation>{topic} 只有数值。请用曲线图显示</translation>
    </message>
    <message>
        <source>{path} is a number. Plot it</source>
        <comment>IS_NUMBER</comment>
        <translation>{path} 是数值。请用曲线图显示</translation>
    </message>
    <message>
        <source>{path} is not a single word. Choose a field of it</source>
        <comment>NO_SINGLE_WORD</comment>
        <translation>{path} 不是单个词。请选择其中的字段</translation>
    </message>
    <message>
        <source>The limit is {count} tracks</source>
        <comment>TOO_MANY</comment>
        <translation>最多 {count} 个状态条</translation>
    </message>
    <message>
        <source>Plot</source>
        <comment>PLOT_IT</comment>
        <translation>绘图</translation>
    </message>
    <message>
        <source>No state tracks yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无状态条</translation>
    </message>
    <message>
        <source>Drag a text, a boolean or an enumeration here, or choose one with Add.</source>
        <comment>ADD_STATES</comment>
        <translation>把文本、布尔值或枚举拖到这里，或用“添加”选择。</translation>
    </message>
    <message>
        <source>Connect a robot that reports its mode, battery or diagnostics.</source>
        <comment>CONNECT_FIRST</comment>
        <translation>请连接能报告模式、电池或诊断的机器人。</translation>
    </message>
    <message>
        <source>Waiting for the states of {robot}</source>
        <comment>WAITING</comment>
        <translation>正在等待 {robot} 的状态</translation>
    </message>
    <message>
        <source>Mode, battery and diagnostics appear with the first data. Choose others with Add.</source>
        <comment>WAITING_HINT</comment>
        <translation>模式、电池和诊断在首批数据到达后显示。用“添加”可选择其他状态。</translation>
    </message>
    <message>
        <source>{robot} reports no mode, battery or diagnostics</source>
        <comment>REPORTS_NONE</comment>
        <translation>{robot} 不报告模式、电池或诊断</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <comment>ADD</comment>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <comment>PAUSE</comment>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <comment>FOLLOW</comment>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>no data yet</source>
        <comment>NOTHING_YET</comment>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>no data</source>
        <comment>NOTHING</comment>
        <translation>没有数据</translation>
    </message>
    <message>
        <source>{age} ago</source>
        <comment>AGO</comment>
        <translation>{age} 前</translation>
    </message>
    <message>
        <source>for {time}</source>
        <comment>FOR</comment>
        <translation>持续 {time}</translation>
    </message>
    <message>
        <source>{since} elapsed, {time} in total</source>
        <comment>INTO_IT</comment>
        <translation>已过 {since}，共 {time}</translation>
    </message>
    <message>
        <source>This is a number. Plot it</source>
        <comment>THIS_IS_NUMBER</comment>
        <translation>这是数值。请用曲线图显示</translation>
    </message>
    <message>
        <source>This has no states</source>
        <comment>THIS_HAS_NONE</comment>
        <translation>其中没有状态</translation>
    </message>
    <message>
        <source>Too many words: those after the first {count} look alike</source>
        <comment>TOO_MANY_WORDS</comment>
        <translation>词过多：前 {count} 个之后的显示相同</translation>
    </message>
    <message>
        <source>ongoing</source>
        <comment>STILL_SO</comment>
        <translation>持续中</translation>
    </message>
    <message>
        <source>From</source>
        <comment>FROM</comment>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <comment>TO</comment>
        <translation>到</translation>
    </message>
    <message>
        <source>State</source>
        <comment>STATE</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Duration</source>
        <comment>DURATION</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>States of {path}</source>
        <comment>TITLE</comment>
        <translation>{path} 的状态</translation>
    </message>
    <message>
        <source>{topic}: {count} states, the newest first</source>
        <comment>SUMMARY</comment>
        <translation>{topic}：{count} 个状态，最新的在前</translation>
    </message>
    <message>
        <source>; the last {count} are listed, all are copied</source>
        <comment>SUMMARY_LISTED</comment>
        <translation>；只列出最后 {count} 个，复制时包含全部</translation>
    </message>
    <message>
        <source>Hold the display while new data arrives ({key})</source>
        <comment>HOLD_TIP</comment>
        <translation>冻结显示，新数据照常到达（{key}）</translation>
    </message>
    <message>
        <source>Follow new data</source>
        <comment>FOLLOW_TIP</comment>
        <translation>跟随新数据</translation>
    </message>
    <message>
        <source>Time source. Changing it clears the history.</source>
        <comment>TIME_TIP</comment>
        <translation>时间来源。更改后会清空历史。</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>ADD_WORD</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a field with states</source>
        <comment>ADD_A_FIELD_WITH</comment>
        <translation>添加状态字段</translation>
    </message>
    <message>
        <source>Transitions</source>
        <comment>TRANSITIONS</comment>
        <translation>状态变化</translation>
    </message>
    <message>
        <source>All states of the last selected track ({key})</source>
        <comment>TRANSITIONS_TIP</comment>
        <translation>最后选中的状态条的所有状态（{key}）</translation>
    </message>
    <message>
        <source>(empty)</source>
        <comment>EMPTY</comment>
        <translation>（空）</translation>
    </message>
    <message>
        <source>States</source>
        <comment>STATES</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Anal&amp;yse topic</source>
        <comment>ANALYSE_TOPIC</comment>
        <translation>分析话题(&amp;Y)</translation>
    </message>
    <message>
        <source>All &amp;transitions…</source>
        <comment>ALL_TRANSITIONS</comment>
        <translation>所有状态变化(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Copy state</source>
        <comment>COPY_STATE</comment>
        <translation>复制状态(&amp;C)</translation>
    </message>
    <message>
        <source>Copy all as C&amp;SV</source>
        <comment>COPY_ALL_AS_CSV</comment>
        <translation>全部复制为 CSV(&amp;S)</translation>
    </message>
    <message>
        <source>Copy the p&amp;ath</source>
        <comment>COPY_THE_PATH</comment>
        <translation>复制路径(&amp;A)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <comment>MOVE_UP</comment>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <comment>MOVE_DOWN</comment>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go to the topic</source>
        <comment>GO_TO_THE_TOPIC</comment>
        <translation>转到话题(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <comment>REMOVE</comment>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Show suggested states</source>
        <comment>SHOW_SUGGESTED_STATES</comment>
        <translation>显示建议的状态</translation>
    </message>
    <message>
        <source>Copy the state</source>
        <comment>COPY_THE_STATE</comment>
        <translation>复制状态</translation>
    </message>
    <message>
        <source>&amp;Undo removal</source>
        <comment>UNDO_REMOVAL</comment>
        <translation>撤销移除(&amp;U)</translation>
    </message>
    <message>
        <source>Δ {time} s</source>
        <comment>DIFFERENCE</comment>
        <translation>Δ {time} s</translation>
    </message>
    <message>
        <source>Copy as &amp;CSV</source>
        <comment>COPY_AS_CSV</comment>
        <translation>复制为 CSV(&amp;C)</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <comment>COPY_AS_TEXT</comment>
        <translation>复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <comment>COPY_AS_TEXT_WORD</comment>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <comment>COPY_AS_CSV_WORD</comment>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all</source>
        <comment>COPY_TIP</comment>
        <translation>复制所选的行，未选则复制全部</translation>
    </message>
    <message>
        <source>Drag the name to move the track. Double-click it for all transitions</source>
        <comment>TRACK_TIP</comment>
        <translation>拖动名称可移动状态条。双击名称查看所有状态变化</translation>
    </message>
    <message>
        <source>State timelines</source>
        <comment>STATE_TIMELINES</comment>
        <translation>状态时间线</translation>
    </message>
    <message>
        <source>Time axis</source>
        <comment>TIME_AXIS</comment>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>{name}: {state} ({note})</source>
        <comment>SPOKEN_ROW</comment>
        <translation>{name}：{state}（{note}）</translation>
    </message>
    <message>
        <source>From {first} to {last}</source>
        <comment>SPOKEN_SPAN</comment>
        <translation>从 {first} 到 {last}</translation>
    </message>
    <message>
        <source>No timelines</source>
        <comment>NO_ROWS</comment>
        <translation>没有时间线</translation>
    </message>
    <message>
        <source>{time} s</source>
        <comment>AT</comment>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>from {since} to {until}</source>
        <comment>FROM_TO</comment>
        <translation>起：{since}，止：{until}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <comment>LASTED</comment>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>Select a track</source>
        <comment>SELECT_A_TRACK</comment>
        <translation>选择状态条</translation>
    </message>
    <message>
        <source>Move the track</source>
        <comment>MOVE_KEY</comment>
        <translation>移动状态条</translation>
    </message>
    <message>
        <source>List all states of the track</source>
        <comment>LIST_KEY</comment>
        <translation>列出状态条的所有状态</translation>
    </message>
    <message>
        <source>Remove the track</source>
        <comment>REMOVE_KEY</comment>
        <translation>移除状态条</translation>
    </message>
    <message>
        <source>Reading the run: {share}</source>
        <comment>READING_RUN</comment>
        <translation>正在读取该次运行：{share}</translation>
    </message>
    <message>
        <source>In the run this is {theirs}, now it is {ours}</source>
        <comment>OTHER_TYPE_IN_RUN</comment>
        <translation>该次运行中为 {theirs}，现在为 {ours}</translation>
    </message>
</context>
<context>
    <name>StopWording</name>
    <message>
        <source>Can't arm: the robot is not connected</source>
        <comment>NOT_CONNECTED</comment>
        <translation>无法解锁：机器人未连接</translation>
    </message>
    <message>
        <source>Connect the robot, or wait until it is connected.</source>
        <comment>NOT_CONNECTED_TIP</comment>
        <translation>请连接机器人，或等它连上。</translation>
    </message>
    <message>
        <source>Can't arm: no robot accepts the commands</source>
        <comment>NO_SUBSCRIBER</comment>
        <translation>无法解锁：没有机器人接收指令</translation>
    </message>
    <message>
        <source>Start the base of the robot, or choose another topic.</source>
        <comment>NO_SUBSCRIBER_TIP</comment>
        <translation>请启动机器人的底盘，或选择其他话题。</translation>
    </message>
    <message>
        <source>Can't arm: nobody takes the commands of a free axis</source>
        <comment>AXIS_UNHEARD</comment>
        <translation>无法解锁：某个附加轴的指令无人接收</translation>
    </message>
    <message>
        <source>Start what moves the axis, or choose a profile without it.</source>
        <comment>AXIS_UNHEARD_TIP</comment>
        <translation>请启动驱动该轴的程序，或选择没有该轴的配置档案。</translation>
    </message>
    <message>
        <source>A free axis does not answer or read its commands</source>
        <comment>AXIS_HANGS</comment>
        <translation>某个附加轴无应答或不读取指令</translation>
    </message>
    <message>
        <source>It is told to stand, and may move until it reads that. Check its program.</source>
        <comment>AXIS_HANGS_TIP</comment>
        <translation>已要求它静止，在它读到指令之前可能会动。请检查它的程序。</translation>
    </message>
    <message>
        <source>Can't arm: none of the subscribers is the base</source>
        <comment>ONLY_ONLOOKERS</comment>
        <translation>无法解锁：订阅者中没有底盘</translation>
    </message>
    <message>
        <source>Start the base of the robot, or set it as “node” in the profile.</source>
        <comment>ONLY_ONLOOKERS_TIP</comment>
        <translation>请启动机器人的底盘，或在配置档案中将其设为“node”。</translation>
    </message>
    <message>
        <source>Can't arm: the robot has not answered yet</source>
        <comment>NO_PROBE</comment>
        <translation>无法解锁：机器人尚未应答</translation>
    </message>
    <message>
        <source>Wait a moment, then arm again.</source>
        <comment>WAIT_TIP</comment>
        <translation>请稍候，再重新解锁。</translation>
    </message>
    <message>
        <source>Can't arm: the position of a stick is unknown</source>
        <comment>NOT_SEEN</comment>
        <translation>无法解锁：某个摇杆的位置未知</translation>
    </message>
    <message>
        <source>Move every stick once, then release it.</source>
        <comment>NOT_SEEN_TIP</comment>
        <translation>每个摇杆都动一下，然后松开。</translation>
    </message>
    <message>
        <source>Can't arm: a key or stick is held</source>
        <comment>NOT_NEUTRAL</comment>
        <translation>无法解锁：有按键或摇杆未松开</translation>
    </message>
    <message>
        <source>Release it and try again.</source>
        <comment>NOT_NEUTRAL_TIP</comment>
        <translation>请松开后重试。</translation>
    </message>
    <message>
        <source>Can't arm: the last stop may not have reached the robot</source>
        <comment>STILL_OWED</comment>
        <translation>无法解锁：上一次停止可能未送达机器人</translation>
    </message>
    <message>
        <source>Wait until it has, or press Clear twice.</source>
        <comment>STILL_OWED_TIP</comment>
        <translation>请等它送达，或按两次“复位”。</translation>
    </message>
    <message>
        <source>Can't arm: the watchdog is starting</source>
        <comment>WATCHDOG_STARTING</comment>
        <translation>无法解锁：看门狗正在启动</translation>
    </message>
    <message>
        <source>Can't arm: without a watchdog, nothing stops the robot if driving fails</source>
        <comment>NO_WATCHDOG</comment>
        <translation>无法解锁：没有看门狗，驾驶一旦失效，没有任何机制让机器人停下</translation>
    </message>
    <message>
        <source>Allow a second connection to the robot, or arm without a watchdog.</source>
        <comment>NO_WATCHDOG_TIP</comment>
        <translation>请允许建立到机器人的第二个连接，或在无看门狗时解锁。</translation>
    </message>
    <message>
        <source>Can't arm: STOP is active</source>
        <comment>LATCHED</comment>
        <translation>无法解锁：“停止”生效中</translation>
    </message>
    <message>
        <source>Press Clear twice, then arm.</source>
        <comment>CLEAR_TIP</comment>
        <translation>请按两次“复位”，再解锁。</translation>
    </message>
    <message>
        <source>Can't arm: Teledeck was updated</source>
        <comment>UPDATED</comment>
        <translation>无法解锁：Teledeck 已更新</translation>
    </message>
    <message>
        <source>Restart Teledeck, then arm.</source>
        <comment>UPDATED_TIP</comment>
        <translation>请重新启动 Teledeck，再解锁。</translation>
    </message>
    <message>
        <source>Can't arm: the drive panel is not visible</source>
        <comment>UNSEEN</comment>
        <translation>无法解锁：驾驶面板不可见</translation>
    </message>
    <message>
        <source>Check there who else is sending, then arm.</source>
        <comment>UNSEEN_TIP</comment>
        <translation>请在驾驶面板中查看还有谁在发送，再解锁。</translation>
    </message>
    <message>
        <source>Can't arm: the robot drives to a goal by itself</source>
        <comment>GOAL_ACTIVE</comment>
        <translation>无法解锁：机器人正自主驶向目标</translation>
    </message>
    <message>
        <source>Cancel the goal and wait until it has ended, then arm.</source>
        <comment>GOAL_ACTIVE_TIP</comment>
        <translation>请取消目标并等它结束，再解锁。</translation>
    </message>
    <message>
        <source>Not armed: views showed the past, and now show the present again</source>
        <comment>LOOKS_BACK</comment>
        <translation>未解锁：视图刚才显示过去，现在已回到当前</translation>
    </message>
    <message>
        <source>Wait a second, look at what is now, then arm again.</source>
        <comment>LOOKS_BACK_TIP</comment>
        <translation>请等一秒，看清现在的情况，然后再次解锁。</translation>
    </message>
    <message>
        <source>Can't arm: the robot's own E-stop is pressed</source>
        <comment>ESTOP</comment>
        <translation>无法解锁：机器人自身的急停已按下</translation>
    </message>
    <message>
        <source>Make sure that the area is clear, release the E-stop on the robot, then arm.</source>
        <comment>ESTOP_TIP</comment>
        <translation>请确认周围无人、无障碍，松开机器人上的急停，再解锁。</translation>
    </message>
    <message>
        <source>Can't arm: the state of the robot's own E-stop is unknown</source>
        <comment>ESTOP_UNHEARD</comment>
        <translation>无法解锁：机器人自身的急停状态未知</translation>
    </message>
    <message>
        <source>Nothing came on its topic yet. Wait, or correct “estop_topic” in the profile.</source>
        <comment>ESTOP_UNHEARD_TIP</comment>
        <translation>急停的话题上尚无消息。请等待，或更正配置档案中的“estop_topic”。</translation>
    </message>
    <message>
        <source>Can't arm: the robot no longer reports its own E-stop</source>
        <comment>ESTOP_SILENT</comment>
        <translation>无法解锁：机器人不再报告自身的急停</translation>
    </message>
    <message>
        <source>Restart the program on the robot that publishes it, or wait.</source>
        <comment>ESTOP_SILENT_TIP</comment>
        <translation>请重新启动机器人上发布急停状态的程序，或等待。</translation>
    </message>
    <message>
        <source>Can't arm: the message about the robot's own E-stop does not tell its state</source>
        <comment>ESTOP_UNREADABLE</comment>
        <translation>无法解锁：机器人自身急停的消息中看不出其状态</translation>
    </message>
    <message>
        <source>Correct “estop_field” or “estop_when” in the profile.</source>
        <comment>ESTOP_UNREADABLE_TIP</comment>
        <translation>请更正配置档案中的“estop_field”或“estop_when”。</translation>
    </message>
    <message>
        <source>Stopped: the robot's own E-stop was pressed</source>
        <comment>ESTOP_PRESSED</comment>
        <translation>已停止：机器人自身的急停被按下</translation>
    </message>
    <message>
        <source>Stopped: the controls were released</source>
        <comment>RELEASED</comment>
        <translation>已停止：操控已松开</translation>
    </message>
    <message>
        <source>Stopped: another control was used</source>
        <comment>SOURCE_CHANGED</comment>
        <translation>已停止：改用了另一种操控方式</translation>
    </message>
    <message>
        <source>Release all controls, then continue with one.</source>
        <comment>SOURCE_CHANGED_TIP</comment>
        <translation>请松开所有操控，再用其中一种继续。</translation>
    </message>
    <message>
        <source>Stopped: the command was too old</source>
        <comment>LEASE</comment>
        <translation>已停止：指令已过时</translation>
    </message>
    <message>
        <source>The sender of the commands is slow or has stopped.</source>
        <comment>LEASE_TIP</comment>
        <translation>指令的发送方太慢，或已停止发送。</translation>
    </message>
    <message>
        <source>Stopped: another subscriber joined</source>
        <comment>NEWCOMER</comment>
        <translation>已停止：有新的订阅者加入</translation>
    </message>
    <message>
        <source>Release all controls, then continue. To count only one subscriber, set “node” in the profile.</source>
        <comment>NEWCOMER_TIP</comment>
        <translation>请松开所有操控，再继续。若只想计入一个订阅者，请在配置档案中设置“node”。</translation>
    </message>
    <message>
        <source>Stopped: the window was not responding</source>
        <comment>INTERFACE_SILENT</comment>
        <translation>已停止：窗口没有响应</translation>
    </message>
    <message>
        <source>Release the controls, then continue.</source>
        <comment>INTERFACE_SILENT_TIP</comment>
        <translation>请松开操控，再继续。</translation>
    </message>
    <message>
        <source>Disarmed</source>
        <comment>BY_OPERATOR</comment>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Arm again to drive.</source>
        <comment>ARM_AGAIN_TIP</comment>
        <translation>要驾驶请重新解锁。</translation>
    </message>
    <message>
        <source>Disarmed: the robot was not driven for the idle time of its profile</source>
        <comment>IDLE</comment>
        <translation>已锁定：机器人无人驾驶，超过配置档案中的空闲时间</translation>
    </message>
    <message>
        <source>Stopped: the gamepad was disconnected</source>
        <comment>PAD_GONE</comment>
        <translation>已停止：手柄已断开</translation>
    </message>
    <message>
        <source>Connect it, release the sticks, then arm again.</source>
        <comment>PAD_GONE_TIP</comment>
        <translation>请接上手柄，松开摇杆，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: the window lost focus</source>
        <comment>UNFOCUSED</comment>
        <translation>已停止：窗口失去焦点</translation>
    </message>
    <message>
        <source>Click the window, then arm again.</source>
        <comment>UNFOCUSED_TIP</comment>
        <translation>请单击窗口，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: the window was minimised</source>
        <comment>MINIMISED</comment>
        <translation>已停止：窗口被最小化</translation>
    </message>
    <message>
        <source>Show the window, then arm again.</source>
        <comment>MINIMISED_TIP</comment>
        <translation>请显示窗口，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: the drive panel was closed</source>
        <comment>PANEL_CLOSED</comment>
        <translation>已停止：驾驶面板被关闭</translation>
    </message>
    <message>
        <source>Open the drive panel, then arm again.</source>
        <comment>PANEL_CLOSED_TIP</comment>
        <translation>请打开驾驶面板，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: this computer is going to sleep</source>
        <comment>SLEEP</comment>
        <translation>已停止：本机即将睡眠</translation>
    </message>
    <message>
        <source>Arm again after it wakes up.</source>
        <comment>SLEEP_TIP</comment>
        <translation>唤醒后请重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: this computer was too busy</source>
        <comment>LATE</comment>
        <translation>已停止：本机过于繁忙</translation>
    </message>
    <message>
        <source>Close other programs, then arm again.</source>
        <comment>LATE_TIP</comment>
        <translation>请关闭其他程序，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: the clock of this computer went backwards</source>
        <comment>CLOCK</comment>
        <translation>已停止：本机时钟倒退</translation>
    </message>
    <message>
        <source>Stopped: another robot was selected</source>
        <comment>ROBOT_CHANGED</comment>
        <translation>已停止：选择了另一个机器人</translation>
    </message>
    <message>
        <source>Arm again to drive this robot.</source>
        <comment>ROBOT_CHANGED_TIP</comment>
        <translation>要驾驶此机器人，请重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: another topic was chosen</source>
        <comment>TOPIC_CHANGED</comment>
        <translation>已停止：选择了另一个话题</translation>
    </message>
    <message>
        <source>Stopped: the profile changed</source>
        <comment>PROFILE_CHANGED</comment>
        <translation>已停止：配置档案已更改</translation>
    </message>
    <message>
        <source>Stopped: the robot was reconnected</source>
        <comment>RECONNECTED</comment>
        <translation>已停止：机器人已重新连接</translation>
    </message>
    <message>
        <source>Stopped: the connection was lost</source>
        <comment>LINK_LOST</comment>
        <translation>已停止：连接中断</translation>
    </message>
    <message>
        <source>Wait until it is back, then arm again.</source>
        <comment>LINK_LOST_TIP</comment>
        <translation>请等连接恢复，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: no robot accepts the commands</source>
        <comment>SUBSCRIBER_GONE</comment>
        <translation>已停止：没有机器人接收指令</translation>
    </message>
    <message>
        <source>Check the base of the robot, then arm again.</source>
        <comment>SUBSCRIBER_GONE_TIP</comment>
        <translation>请检查机器人的底盘，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: a subscriber of the commands left</source>
        <comment>SUBSCRIBER_LEFT</comment>
        <translation>已停止：指令的一个订阅者已离开</translation>
    </message>
    <message>
        <source>Check that the robot has stopped. To count only one subscriber, set “node” in the profile.</source>
        <comment>SUBSCRIBER_LEFT_TIP</comment>
        <translation>请确认机器人已停下。若只想计入一个订阅者，请在配置档案中设置“node”。</translation>
    </message>
    <message>
        <source>The robot did not answer for 0.5 s</source>
        <comment>LINK_SILENT</comment>
        <translation>机器人 0.5 s 无应答</translation>
    </message>
    <message>
        <source>Move closer, or improve the network.</source>
        <comment>LINK_SILENT_TIP</comment>
        <translation>请靠近机器人，或改善网络。</translation>
    </message>
    <message>
        <source>Stopped: the robot did not read its commands for 0.5 s</source>
        <comment>UNREAD</comment>
        <translation>已停止：机器人 0.5 s 未读取指令</translation>
    </message>
    <message>
        <source>Its program may hang: check its log, or restart it.</source>
        <comment>UNREAD_TIP</comment>
        <translation>它的程序可能卡死：请查看其日志，或重新启动它。</translation>
    </message>
    <message>
        <source>The robot still moves after the stop, by its odometry</source>
        <comment>NOT_OBEYED</comment>
        <translation>里程计显示，停止后机器人仍在运动</translation>
    </message>
    <message>
        <source>Stop it by other means. Its base may hang, or another program may drive it.</source>
        <comment>NOT_OBEYED_TIP</comment>
        <translation>请用其他方式让它停下。底盘程序可能卡死，或有别的程序在驾驶它。</translation>
    </message>
    <message>
        <source>Stopped: the window closed or was not responding</source>
        <comment>INTERFACE_GONE</comment>
        <translation>已停止：窗口关闭或没有响应</translation>
    </message>
    <message>
        <source>Arm again when it is back.</source>
        <comment>INTERFACE_GONE_TIP</comment>
        <translation>窗口恢复后请重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: the watchdog was lost</source>
        <comment>WATCHDOG_GONE</comment>
        <translation>已停止：失去看门狗</translation>
    </message>
    <message>
        <source>Stopped: a line could not be read</source>
        <comment>BAD_LINE</comment>
        <translation>已停止：有一行无法读取</translation>
    </message>
    <message>
        <source>Fix the program that sends the lines, then arm again.</source>
        <comment>BAD_LINE_TIP</comment>
        <translation>请修正发送这些行的程序，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: a value was not a number</source>
        <comment>NOT_FINITE</comment>
        <translation>已停止：有一个值不是数字</translation>
    </message>
    <message>
        <source>Fix the program that sends it, then arm again.</source>
        <comment>NOT_FINITE_TIP</comment>
        <translation>请修正发送它的程序，再重新解锁。</translation>
    </message>
    <message>
        <source>Stopped: driving ended</source>
        <comment>EXIT</comment>
        <translation>已停止：驾驶已结束</translation>
    </message>
    <message>
        <source>Stopped: driving failed</source>
        <comment>EXCEPTION</comment>
        <translation>已停止：驾驶失效</translation>
    </message>
    <message>
        <source>See the log.</source>
        <comment>EXCEPTION_TIP</comment>
        <translation>请查看日志。</translation>
    </message>
    <message>
        <source>STOP was pressed</source>
        <comment>STOP</comment>
        <translation>按下了“停止”</translation>
    </message>
</context>
<context>
    <name>TcprosWording</name>
    <message>
        <source>Check that this is the port of a ROS 1 node.</source>
        <comment>PORT_TIP</comment>
        <translation>请检查这是否为 ROS 1 节点的端口。</translation>
    </message>
    <message>
        <source>The node is faulty.</source>
        <comment>NODE_AT_FAULT_TIP</comment>
        <translation>该节点有故障。</translation>
    </message>
    <message>
        <source>A message of {length_bytes:,} bytes is too long for TCPROS</source>
        <comment>FRAME_TOO_LONG</comment>
        <translation>{length_bytes:,} 字节的消息对 TCPROS 来说过长</translation>
    </message>
    <message>
        <source>“{key}” can't be the key of a connection header</source>
        <comment>HEADER_KEY</comment>
        <translation>“{key}”不能作连接头的键</translation>
    </message>
    <message>
        <source>A connection header has {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>HEADER_TOO_LONG</comment>
        <translation>连接头有 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>A connection header ends within the length of a field</source>
        <comment>HEADER_CUT</comment>
        <translation>连接头在字段长度处中断</translation>
    </message>
    <message>
        <source>A connection header has an empty field</source>
        <comment>HEADER_FIELD_EMPTY</comment>
        <translation>连接头中有空字段</translation>
    </message>
    <message>
        <source>A field of a connection header declares {length_bytes:,} bytes, but only {left_bytes:,} arrived</source>
        <comment>HEADER_FIELD_CUT</comment>
        <translation>连接头的一个字段声明了 {length_bytes:,} 字节，但只收到 {left_bytes:,} 字节</translation>
    </message>
    <message>
        <source>A connection header has “{key}” twice</source>
        <comment>HEADER_KEY_TWICE</comment>
        <translation>连接头中“{key}”出现两次</translation>
    </message>
    <message>
        <source>A field of a connection header is not “key=value”: “{field}”</source>
        <comment>HEADER_FIELD_INVALID</comment>
        <translation>连接头的一个字段不是“key=value”：“{field}”</translation>
    </message>
    <message>
        <source>“{key}” in a connection header is not UTF-8</source>
        <comment>HEADER_NO_UTF8</comment>
        <translation>连接头中的“{key}”不是 UTF-8</translation>
    </message>
    <message>
        <source>A connection header declares {length_bytes:,} bytes; the limit is {limit_bytes:,}</source>
        <comment>HEADER_DECLARES</comment>
        <translation>连接头声明了 {length_bytes:,} 字节；上限为 {limit_bytes:,}</translation>
    </message>
    <message>
        <source>No connection header within {timeout_s:g} s</source>
        <comment>NO_HEADER</comment>
        <translation>{timeout_s:g} s 内没有收到连接头</translation>
    </message>
    <message>
        <source>This port is only for ROS 1 nodes.</source>
        <comment>NO_HEADER_TIP</comment>
        <translation>此端口仅供 ROS 1 节点使用。</translation>
    </message>
    <message>
        <source>The other program closed the link</source>
        <comment>DIALLER_CLOSED</comment>
        <translation>对方程序关闭了连接</translation>
    </message>
    <message>
        <source>The subscriber closed the link</source>
        <comment>SUBSCRIBER_CLOSED</comment>
        <translation>订阅者关闭了连接</translation>
    </message>
    <message>
        <source>The caller closed the link</source>
        <comment>CALLER_CLOSED</comment>
        <translation>调用者关闭了连接</translation>
    </message>
    <message>
        <source>The node may have ended or no longer needs it.</source>
        <comment>NO_MORE_TIP</comment>
        <translation>节点可能已结束，或不再需要它。</translation>
    </message>
    <message>
        <source>{service} is already offered</source>
        <comment>SERVED_ALREADY</comment>
        <translation>{service} 已在提供</translation>
    </message>
    <message>
        <source>{caller} has not read {held_bytes:,} bytes of answers of {service}</source>
        <comment>ANSWERS_UNREAD</comment>
        <translation>{caller} 还有 {held_bytes:,} 字节的 {service} 应答未读取</translation>
    </message>
    <message>
        <source>The caller may hang.</source>
        <comment>ANSWERS_UNREAD_TIP</comment>
        <translation>调用者可能已卡死。</translation>
    </message>
    <message>
        <source>A request of {service} is stuck: {reason}</source>
        <comment>REQUEST_STUCK</comment>
        <translation>{service} 的一个请求卡住了：{reason}</translation>
    </message>
    <message>
        <source>The network may be too slow, or the caller may hang.</source>
        <comment>REQUEST_STUCK_TIP</comment>
        <translation>网络可能太慢，或调用者可能已卡死。</translation>
    </message>
    <message>
        <source>{caller} called {service} again before the answer</source>
        <comment>CALLED_AGAIN</comment>
        <translation>{caller} 在应答之前再次调用了 {service}</translation>
    </message>
    <message>
        <source>The caller is faulty.</source>
        <comment>CALLER_AT_FAULT_TIP</comment>
        <translation>调用者有故障。</translation>
    </message>
    <message>
        <source>{service} was not called on this link, or has already answered</source>
        <comment>NOT_CALLED</comment>
        <translation>此连接上没有调用 {service}，或它已经应答</translation>
    </message>
    <message>
        <source>The publisher</source>
        <comment>THE_PUBLISHER</comment>
        <translation>发布者</translation>
    </message>
    <message>
        <source>The service</source>
        <comment>THE_PROVIDER</comment>
        <translation>服务</translation>
    </message>
    <message>
        <source>{peer} closed the link</source>
        <comment>CLOSED</comment>
        <translation>{peer} 关闭了连接</translation>
    </message>
    <message>
        <source>{peer} closed the link without an answer</source>
        <comment>CLOSED_BEFORE_ANSWER</comment>
        <translation>{peer} 没有应答就关闭了连接</translation>
    </message>
    <message>
        <source>{peer} closed the link in the middle of a message</source>
        <comment>CLOSED_WITHIN</comment>
        <translation>{peer} 在消息中途关闭了连接</translation>
    </message>
    <message>
        <source>{peer} closed the link without an answer to a call of {service}</source>
        <comment>CLOSED_DURING_CALL</comment>
        <translation>{peer} 没有应答对 {service} 的调用就关闭了连接</translation>
    </message>
    <message>
        <source>The node may have ended, or may have stopped publishing {topic}.</source>
        <comment>PUBLISHES_NO_MORE_TIP</comment>
        <translation>节点可能已结束，或已停止发布 {topic}。</translation>
    </message>
    <message>
        <source>The node may have ended, or may have stopped offering {service}.</source>
        <comment>PROVIDES_NO_MORE_TIP</comment>
        <translation>节点可能已结束，或已停止提供 {service}。</translation>
    </message>
    <message>
        <source>The node may have ended. Teledeck retries while the master lists the node.</source>
        <comment>DIALLED_AGAIN_TIP</comment>
        <translation>节点可能已结束。只要主节点仍列出该节点，Teledeck 就会重试。</translation>
    </message>
    <message>
        <source>The node may have ended.</source>
        <comment>ENDED_TIP</comment>
        <translation>节点可能已结束。</translation>
    </message>
    <message>
        <source>{peer} did not answer within {timeout_s:g} s</source>
        <comment>SILENT</comment>
        <translation>{peer} 在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The node may hang, or another program may use the port now.</source>
        <comment>SILENT_TIP</comment>
        <translation>节点可能已卡死，或该端口现在由其他程序使用。</translation>
    </message>
    <message>
        <source>{peer} refused the link: {reason}</source>
        <comment>REFUSED</comment>
        <translation>{peer} 拒绝了连接：{reason}</translation>
    </message>
    <message>
        <source>The node may have stopped publishing {topic}, or publish another type.</source>
        <comment>TOPIC_REFUSED_TIP</comment>
        <translation>节点可能已停止发布 {topic}，或以其他类型发布。</translation>
    </message>
    <message>
        <source>The node may have stopped offering {service}, or offer another type.</source>
        <comment>SERVICE_REFUSED_TIP</comment>
        <translation>节点可能已停止提供 {service}，或以其他类型提供。</translation>
    </message>
    <message>
        <source>A message of {topic} is stuck: {reason}</source>
        <comment>MESSAGE_STUCK</comment>
        <translation>{topic} 的一条消息卡住了：{reason}</translation>
    </message>
    <message>
        <source>The network may be too slow for this topic, or the publisher may hang.</source>
        <comment>MESSAGE_STUCK_TIP</comment>
        <translation>对此话题来说网络可能太慢，或发布者可能已卡死。</translation>
    </message>
    <message>
        <source>{peer} sent no type for {name}</source>
        <comment>TYPE_UNSAID</comment>
        <translation>{peer} 没有发送 {name} 的类型</translation>
    </message>
    <message>
        <source>{peer} sent no md5sum for {name}</source>
        <comment>MD5_UNSAID</comment>
        <translation>{peer} 没有发送 {name} 的 md5sum</translation>
    </message>
    <message>
        <source>{peer} sent no type and no md5sum for {name}</source>
        <comment>TYPE_AND_MD5_UNSAID</comment>
        <translation>{peer} 没有发送 {name} 的类型和 md5sum</translation>
    </message>
    <message>
        <source>{peer} answered for {other} instead of {topic}</source>
        <comment>OTHER_TOPIC</comment>
        <translation>{peer} 应答的是 {other}，而不是 {topic}</translation>
    </message>
    <message>
        <source>The node is faulty and should be fixed.</source>
        <comment>PEER_AT_FAULT_TIP</comment>
        <translation>该节点有故障，需要修复。</translation>
    </message>
    <message>
        <source>{peer} publishes {topic} as {type_name} with the MD5 {md5}, not {wanted_md5}</source>
        <comment>OTHER_DEFINITION</comment>
        <translation>{peer} 以 {type_name} 发布 {topic}，MD5 为 {md5}，而不是 {wanted_md5}</translation>
    </message>
    <message>
        <source>The node may use another version of the message definition.</source>
        <comment>OTHER_DEFINITION_TIP</comment>
        <translation>节点可能使用另一版本的消息定义。</translation>
    </message>
    <message>
        <source>A call of {service} is already in progress</source>
        <comment>CALL_UNDER_WAY</comment>
        <translation>对 {service} 的调用正在进行</translation>
    </message>
    <message>
        <source>This link to {service} can't be used for another call</source>
        <comment>LINK_USED_UP</comment>
        <translation>与 {service} 的此连接不能再用于调用</translation>
    </message>
    <message>
        <source>{service} did not answer within {timeout_s:g} s</source>
        <comment>SERVICE_SILENT</comment>
        <translation>{service} 在 {timeout_s:g} s 内没有应答</translation>
    </message>
    <message>
        <source>The service may need longer, or the node may hang.</source>
        <comment>SERVICE_SILENT_TIP</comment>
        <translation>服务可能需要更长时间，或节点可能已卡死。</translation>
    </message>
    <message>
        <source>An answer of {service} is stuck: {reason}</source>
        <comment>ANSWER_STUCK</comment>
        <translation>{service} 的一个应答卡住了：{reason}</translation>
    </message>
    <message>
        <source>The network may be too slow, or the node may hang.</source>
        <comment>ANSWER_STUCK_TIP</comment>
        <translation>网络可能太慢，或节点可能已卡死。</translation>
    </message>
    <message>
        <source>{peer} sent data of {service} that was not requested</source>
        <comment>NOT_ASKED</comment>
        <translation>{peer} 发送了未请求的 {service} 数据</translation>
    </message>
    <message>
        <source>An answer of {service} begins with {code}, not with 0 or 1</source>
        <comment>ANSWER_BEGINNING</comment>
        <translation>{service} 的一个应答以 {code} 开头，而不是 0 或 1</translation>
    </message>
    <message>
        <source>No reason given</source>
        <comment>NO_REASON</comment>
        <translation>未给出原因</translation>
    </message>
</context>
<context>
    <name>TimeAxisWording</name>
    <message>
        <source>Time: received</source>
        <comment>BY_RECEIPT</comment>
        <translation>时间：接收</translation>
    </message>
    <message>
        <source>Time: stamp of the message</source>
        <comment>BY_STAMP</comment>
        <translation>时间：消息的时间戳</translation>
    </message>
    <message>
        <source>Pause</source>
        <comment>PAUSE</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Follow</source>
        <comment>FOLLOW</comment>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Its messages have no stamp. Use the time received</source>
        <comment>NO_STAMPS</comment>
        <translation>其消息没有时间戳。请使用接收时间</translation>
    </message>
    <message>
        <source>now</source>
        <comment>NOW</comment>
        <translation>现在</translation>
    </message>
    <message>
        <source>Mark {number}</source>
        <comment>MARK</comment>
        <translation>标记 {number}</translation>
    </message>
    <message>
        <source>Mark {number} at {time}</source>
        <comment>MARK_AT</comment>
        <translation>标记 {number}，{time}</translation>
    </message>
    <message>
        <source>Marks before: {count}</source>
        <comment>MARKS_BEFORE</comment>
        <translation>更早的标记：{count}</translation>
    </message>
    <message>
        <source>{run}: {what}</source>
        <comment>OF_RUN</comment>
        <translation>{run}：{what}</translation>
    </message>
    <message>
        <source>-{minutes} min</source>
        <comment>MINUTES_AGO</comment>
        <translation>-{minutes} min</translation>
    </message>
    <message>
        <source>{time} s</source>
        <comment>AT_S</comment>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>-{seconds} s</source>
        <comment>SECONDS_AGO</comment>
        <translation>-{seconds} s</translation>
    </message>
    <message>
        <source>Undo removal</source>
        <comment>UNDO_REMOVAL</comment>
        <translation>撤销移除</translation>
    </message>
    <message>
        <source>Remove again</source>
        <comment>REMOVE_AGAIN</comment>
        <translation>再次移除</translation>
    </message>
    <message>
        <source>1 h</source>
        <comment>ONE_HOUR</comment>
        <translation>1 h</translation>
    </message>
    <message>
        <source>Time range</source>
        <comment>TIME_RANGE</comment>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <comment>SECONDS</comment>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <comment>MINUTES</comment>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>Scroll back or forward</source>
        <comment>SCROLL_KEY</comment>
        <translation>滚动到更早或更晚</translation>
    </message>
    <message>
        <source>Shorten or extend the time range</source>
        <comment>ZOOM_KEY</comment>
        <translation>缩短或延长时间范围</translation>
    </message>
    <message>
        <source>Put the first or the second cursor in the middle</source>
        <comment>CURSOR_MIDDLE_KEY</comment>
        <translation>把第一个或第二个游标放到中间</translation>
    </message>
    <message>
        <source>Put the first or the second cursor here</source>
        <comment>CURSOR_HERE_KEY</comment>
        <translation>把第一个或第二个游标放到此处</translation>
    </message>
    <message>
        <source>Move the first cursor (with Shift the second)</source>
        <comment>CURSOR_MOVE_KEY</comment>
        <translation>移动第一个游标（加 Shift 移动第二个）</translation>
    </message>
    <message>
        <source>Remove the cursors</source>
        <comment>CURSORS_KEY</comment>
        <translation>移除游标</translation>
    </message>
    <message>
        <source>Follow new data</source>
        <comment>FOLLOW_KEY</comment>
        <translation>跟随新数据</translation>
    </message>
    <message>
        <source>Follow new data and show all values</source>
        <comment>SHOW_ALL_KEY</comment>
        <translation>跟随新数据并显示所有值</translation>
    </message>
    <message>
        <source>Show this time in all views</source>
        <comment>SHOW_TIME</comment>
        <translation>在所有视图中显示这一时刻</translation>
    </message>
    <message>
        <source>Hold the display or continue; STOP while a robot may move</source>
        <comment>HOLD_KEY</comment>
        <translation>冻结显示，或继续；机器人可能移动时为“停止”</translation>
    </message>
</context>
<context>
    <name>TimingWording</name>
    <message>
        <source>The usual rate is {learned_hz} Hz.</source>
        <comment>NOMINAL_LEARNED</comment>
        <translation>通常的频率为 {learned_hz} Hz。</translation>
    </message>
    <message>
        <source>The expected rate is {rate_hz} Hz.</source>
        <comment>NOMINAL_GIVEN</comment>
        <translation>预期频率为 {rate_hz} Hz。</translation>
    </message>
    <message>
        <source>The actual rate was only {rate_hz} Hz.</source>
        <comment>RATE_LOW</comment>
        <translation>实际频率只有 {rate_hz} Hz。</translation>
    </message>
    <message>
        <source>The actual rate was even {rate_hz} Hz.</source>
        <comment>RATE_HIGH</comment>
        <translation>实际频率高达 {rate_hz} Hz。</translation>
    </message>
    <message>
        <source>All messages arrived within {over_s}.</source>
        <comment>NONE_LATE</comment>
        <translation>所有消息都在 {over_s} 内到达。</translation>
    </message>
    <message>
        <source>{share} of the messages were late by more than {over_s}.</source>
        <comment>LATE</comment>
        <translation>{share} 的消息迟到超过 {over_s}。</translation>
    </message>
    <message>
        <source>Messages arrived in bursts ({count} bursts).</source>
        <comment>IN_BURSTS</comment>
        <translation>消息成批突发到达（{count} 次突发）。</translation>
    </message>
    <message>
        <source>Messages arrived in bursts every {period_s}.</source>
        <comment>IN_PERIODIC_BURSTS</comment>
        <translation>消息每隔 {period_s} 成批突发到达。</translation>
    </message>
    <message>
        <source>Messages were late every {period_s}.</source>
        <comment>PERIODIC</comment>
        <translation>每隔 {period_s} 就有消息迟到。</translation>
    </message>
    <message>
        <source>The cause may be Wi-Fi power saving.</source>
        <comment>LIKE_POWER_SAVE</comment>
        <translation>原因可能是 Wi-Fi 省电模式。</translation>
    </message>
    <message>
        <source>The cause may be a busy or blocked network.</source>
        <comment>LIKE_NETWORK</comment>
        <translation>原因可能是网络繁忙或阻塞。</translation>
    </message>
    <message>
        <source>The cause may be a sender or a reader that handles several messages at once.</source>
        <comment>LIKE_BATCHES</comment>
        <translation>原因可能是发送者或接收者一次处理多条消息。</translation>
    </message>
    <message>
        <source>The stamps are late, too, so check the sender.</source>
        <comment>LIKE_SENDER</comment>
        <translation>时间戳也迟了，请检查发送者。</translation>
    </message>
    <message>
        <source>{count} messages may have been lost or never sent.</source>
        <comment>LIKE_LOSS</comment>
        <translation>可能有 {count} 条消息丢失或根本没有发送。</translation>
    </message>
    <message>
        <source>The rate may have changed to {rate_hz} Hz for a while.</source>
        <comment>LIKE_OTHER_RATE</comment>
        <translation>频率可能有一段时间变成了 {rate_hz} Hz。</translation>
    </message>
    <message>
        <source>The longest gap was {gap_s}.</source>
        <comment>LONGEST_GAP</comment>
        <translation>最长间断为 {gap_s}。</translation>
    </message>
    <message>
        <source>{count} messages arrived after newer ones.</source>
        <comment>REORDERED</comment>
        <translation>{count} 条消息晚于更新的消息到达。</translation>
    </message>
    <message>
        <source>The delay is unknown because the messages have no increasing stamps.</source>
        <comment>NO_STAMPS</comment>
        <translation>消息没有递增的时间戳，因此延迟未知。</translation>
    </message>
    <message>
        <source>The stamps advance {ratio} times as fast as real time: they come from a simulation, or are not in seconds.</source>
        <comment>PACE</comment>
        <translation>时间戳的前进速度是真实时间的 {ratio} 倍：它们来自仿真，或不以秒为单位。</translation>
    </message>
    <message>
        <source>The delay grows by {s_per_minute} per minute: messages queue up, or the stamps are wrong.</source>
        <comment>DELAY_GROWS</comment>
        <translation>延迟每分钟增加 {s_per_minute}：消息在排队，或时间戳有误。</translation>
    </message>
    <message>
        <source>The clock of the stamps is at least {offset_s} ahead of this computer.</source>
        <comment>CLOCK_AHEAD</comment>
        <translation>时间戳的时钟至少超前本机 {offset_s}。</translation>
    </message>
    <message>
        <source>The stamps are always {offset_s} behind this computer: the clocks differ.</source>
        <comment>CLOCK_BEHIND</comment>
        <translation>时间戳始终落后本机 {offset_s}：两边的时钟不一致。</translation>
    </message>
    <message>
        <source>Messages arrive at least {delay_s} after their stamps, if the clocks agree.</source>
        <comment>LEAST_DELAY</comment>
        <translation>若时钟一致，消息至少在时间戳之后 {delay_s} 到达。</translation>
    </message>
    <message>
        <source>The clock of the stamps runs {ppm} ppm faster than this computer.</source>
        <comment>CLOCK_FAST</comment>
        <translation>时间戳的时钟比本机走得快 {ppm} ppm。</translation>
    </message>
    <message>
        <source>The clock of the stamps runs {ppm} ppm slower than this computer.</source>
        <comment>CLOCK_SLOW</comment>
        <translation>时间戳的时钟比本机走得慢 {ppm} ppm。</translation>
    </message>
    <message>
        <source>In addition, the delay varies by {jitter_s}, at most {most_s}.</source>
        <comment>DELAY_VARIES</comment>
        <translation>此外，延迟的波动为 {jitter_s}，最大 {most_s}。</translation>
    </message>
</context>
<context>
    <name>TopViewWording</name>
    <message>
        <source>stops within {distance}</source>
        <comment>STOPS_WITHIN</comment>
        <translation>{distance} 内停止</translation>
    </message>
    <message>
        <source>Transforms arrive too fast to be processed</source>
        <comment>TRANSFORMS_TOO_FAST</comment>
        <translation>坐标变换到达过快，来不及处理</translation>
    </message>
    <message>
        <source>{count} of its transforms are not valid or too many</source>
        <comment>TRANSFORMS_SENSELESS</comment>
        <translation>其中 {count} 个坐标变换无效或超出数量</translation>
    </message>
    <message>
        <source>The frame “{frame}” gets no more transforms</source>
        <comment>FRAME_SILENT</comment>
        <translation>坐标系“{frame}”不再收到坐标变换</translation>
    </message>
    <message>
        <source>position {age} old</source>
        <comment>PLACE_OLD</comment>
        <translation>位置为 {age} 前</translation>
    </message>
    <message>
        <source>{age} old</source>
        <comment>OLD</comment>
        <translation>{age} 前</translation>
    </message>
    <message>
        <source>{count} not shown</source>
        <comment>LEFT_OUT_COUNT</comment>
        <translation>{count} 个未显示</translation>
    </message>
    <message>
        <source>no data yet</source>
        <comment>NOT_THERE</comment>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>can't be read</source>
        <comment>UNREADABLE_NOTE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no position</source>
        <comment>NOT_PLACED_NOTE</comment>
        <translation>没有位置</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>WAITING</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Can't be read</source>
        <comment>UNREADABLE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>No position</source>
        <comment>NOT_PLACED</comment>
        <translation>没有位置</translation>
    </message>
    <message>
        <source>Choose “Place in frame” in the menu of the layer.</source>
        <comment>NOT_PLACED_TIP</comment>
        <translation>请在图层的菜单中选择“放到坐标系”。</translation>
    </message>
    <message>
        <source>Old position</source>
        <comment>OLD_PLACE</comment>
        <translation>旧位置</translation>
    </message>
    <message>
        <source>Grey layers show the last known position. Check that their publisher still runs.</source>
        <comment>OLD_PLACE_TIP</comment>
        <translation>灰色图层显示最后已知的位置。请检查其发布者是否仍在运行。</translation>
    </message>
    <message>
        <source>Not shown</source>
        <comment>LEFT_OUT</comment>
        <translation>未显示</translation>
    </message>
    <message>
        <source>The other transforms are used. Check the publisher of this one.</source>
        <comment>LEFT_OUT_TIP</comment>
        <translation>其他坐标变换照常使用。请检查此坐标变换的发布者。</translation>
    </message>
    <message>
        <source>{topic} and {count} more</source>
        <comment>AND_MORE</comment>
        <translation>{topic} 和另外 {count} 个</translation>
    </message>
    <message>
        <source>Suggested layers</source>
        <comment>ADD_DEFAULTS</comment>
        <translation>建议的图层</translation>
    </message>
    <message>
        <source>No more topics can be shown here</source>
        <comment>NOTHING_TO_ADD</comment>
        <translation>没有其他可在此显示的话题</translation>
    </message>
    <message>
        <source>Colour</source>
        <comment>COLOR</comment>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Move down</source>
        <comment>MOVE_DOWN</comment>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move up</source>
        <comment>MOVE_UP</comment>
        <translation>上移</translation>
    </message>
    <message>
        <source>Opacity</source>
        <comment>OPACITY</comment>
        <translation>不透明度</translation>
    </message>
    <message>
        <source>Place in frame</source>
        <comment>PLACE_IN_FRAME</comment>
        <translation>放到坐标系</translation>
    </message>
    <message>
        <source>Fixed frame</source>
        <comment>FIXED_FRAME</comment>
        <translation>固定坐标系</translation>
    </message>
    <message>
        <source>Follow this robot</source>
        <comment>FOLLOW_ROBOT</comment>
        <translation>跟随此机器人</translation>
    </message>
    <message>
        <source>Go to topic</source>
        <comment>GO_TO_TOPIC</comment>
        <translation>转到话题</translation>
    </message>
    <message>
        <source>Remove</source>
        <comment>REMOVE</comment>
        <translation>移除</translation>
    </message>
    <message>
        <source>Stopping distance…</source>
        <comment>ASK_BRAKING</comment>
        <translation>停止距离…</translation>
    </message>
    <message>
        <source>From the messages</source>
        <comment>AS_MESSAGES_SAY</comment>
        <translation>按消息所示</translation>
    </message>
    <message>
        <source>Frame of most layers</source>
        <comment>MOST_COMMON_FRAME</comment>
        <translation>多数图层的坐标系</translation>
    </message>
    <message>
        <source>Removed</source>
        <comment>REMOVED</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Add a pose, a scan, a map or a path, or drag topics here.</source>
        <comment>ADD_TOPICS</comment>
        <translation>添加位姿、激光扫描、地图或路径，或把话题拖到这里。</translation>
    </message>
    <message>
        <source>Connect a robot that reports its position or has a lidar.</source>
        <comment>CONNECT_FIRST</comment>
        <translation>请连接能报告位置或带激光雷达的机器人。</translation>
    </message>
    <message>
        <source>No layers yet</source>
        <comment>NOTHING_YET</comment>
        <translation>尚无图层</translation>
    </message>
    <message>
        <source>Its messages name no frame</source>
        <comment>NO_FRAME_NAMED</comment>
        <translation>其消息没有给出坐标系</translation>
    </message>
    <message>
        <source>Updates of the map were missed</source>
        <comment>CHANGES_MISSED</comment>
        <translation>错过了地图更新</translation>
    </message>
    <message>
        <source>The next complete map message fixes this.</source>
        <comment>CHANGES_MISSED_TIP</comment>
        <translation>收到下一条完整的地图消息后恢复。</translation>
    </message>
    <message>
        <source>Top view</source>
        <comment>TOP_VIEW</comment>
        <translation>俯视图</translation>
    </message>
    <message>
        <source>Robot at {x} m, {y} m, heading {heading}</source>
        <comment>SPOKEN_POSE</comment>
        <translation>机器人位于 {x} m, {y} m，朝向 {heading}</translation>
    </message>
    <message>
        <source>Goal at {x} m, {y} m, heading {heading}</source>
        <comment>SPOKEN_GOAL</comment>
        <translation>目标位于 {x} m, {y} m，朝向 {heading}</translation>
    </message>
    <message>
        <source>The position of the robot is not known</source>
        <comment>SPOKEN_NO_POSE</comment>
        <translation>机器人的位置未知</translation>
    </message>
    <message>
        <source>Blue</source>
        <comment>BLUE</comment>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Orange</source>
        <comment>ORANGE</comment>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Green</source>
        <comment>GREEN</comment>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Pink</source>
        <comment>PINK</comment>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <comment>YELLOW</comment>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Cyan</source>
        <comment>CYAN</comment>
        <translation>青色</translation>
    </message>
    <message>
        <source>Violet</source>
        <comment>VIOLET</comment>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Grey</source>
        <comment>GREY</comment>
        <translation>灰色</translation>
    </message>
    <message>
        <source>Layers</source>
        <comment>LAYERS</comment>
        <translation>图层</translation>
    </message>
    <message>
        <source>map</source>
        <comment>MAP</comment>
        <translation>地图</translation>
    </message>
    <message>
        <source>scan</source>
        <comment>SCAN</comment>
        <translation>激光扫描</translation>
    </message>
    <message>
        <source>path</source>
        <comment>PATH</comment>
        <translation>路径</translation>
    </message>
    <message>
        <source>pose</source>
        <comment>POSE</comment>
        <translation>位姿</translation>
    </message>
    <message>
        <source>speed</source>
        <comment>SPEED</comment>
        <translation>速度</translation>
    </message>
    <message>
        <source>Stopping distance</source>
        <comment>STOPPING_DISTANCE</comment>
        <translation>停止距离</translation>
    </message>
    <message>
        <source>The ring shows how far the robot moves until it stops: v² / 2a.
Deceleration a in m/s²:</source>
        <comment>STOPPING_DISTANCE_TIP</comment>
        <translation>圆环表示机器人停下之前移动的距离：v² / 2a。
减速度 a，单位 m/s²：</translation>
    </message>
    <message>
        <source>Save image</source>
        <comment>SAVE_IMAGE</comment>
        <translation>保存图像</translation>
    </message>
    <message>
        <source>top-view</source>
        <comment>FILE_NAME</comment>
        <translation>俯视图</translation>
    </message>
    <message>
        <source>Show suggested layers</source>
        <comment>SHOW_SUGGESTED_LAYERS</comment>
        <translation>显示建议的图层</translation>
    </message>
    <message>
        <source>Choose another folder, or free some space on the disk.</source>
        <comment>NOT_SAVED_TIP</comment>
        <translation>请选择其他文件夹，或腾出一些磁盘空间。</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>ADD</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a topic</source>
        <comment>ADD_A_TOPIC</comment>
        <translation>添加话题</translation>
    </message>
    <message>
        <source>More</source>
        <comment>MORE</comment>
        <translation>更多</translation>
    </message>
    <message>
        <source>Move the view</source>
        <comment>MOVE_KEY</comment>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Zoom in or out (wheel: at the pointer)</source>
        <comment>ZOOM_KEY</comment>
        <translation>放大或缩小（滚轮：以指针处为中心）</translation>
    </message>
    <message>
        <source>End measuring</source>
        <comment>END_MEASURING</comment>
        <translation>结束测量</translation>
    </message>
    <message>
        <source>Remove the layer</source>
        <comment>REMOVE_KEY</comment>
        <translation>移除图层</translation>
    </message>
    <message>
        <source>Show all</source>
        <comment>SHOW_ALL</comment>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Measure</source>
        <comment>MEASURE</comment>
        <translation>测量</translation>
    </message>
    <message>
        <source>Copy position</source>
        <comment>COPY_POSITION</comment>
        <translation>复制位置</translation>
    </message>
    <message>
        <source>Copy image</source>
        <comment>COPY_IMAGE</comment>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Save image…</source>
        <comment>SAVE_IMAGE_ENTRY</comment>
        <translation>保存图像…</translation>
    </message>
    <message>
        <source>Clear trails</source>
        <comment>CLEAR_TRAILS</comment>
        <translation>清除轨迹</translation>
    </message>
    <message>
        <source>Undo removal</source>
        <comment>UNDO_REMOVAL</comment>
        <translation>撤销移除</translation>
    </message>
    <message>
        <source>Remove again</source>
        <comment>REMOVE_AGAIN</comment>
        <translation>再次移除</translation>
    </message>
    <message>
        <source>Follow the robot</source>
        <comment>FOLLOW_THE_ROBOT</comment>
        <translation>跟随机器人</translation>
    </message>
    <message>
        <source>Robot points up</source>
        <comment>ROBOT_POINTS_UP</comment>
        <translation>机器人朝上</translation>
    </message>
    <message>
        <source>Grid</source>
        <comment>GRID</comment>
        <translation>网格</translation>
    </message>
    <message>
        <source>Names</source>
        <comment>NAMES</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Frames</source>
        <comment>FRAMES</comment>
        <translation>坐标系</translation>
    </message>
    <message>
        <source>Trails</source>
        <comment>TRAILS</comment>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>ghost</source>
        <comment>GHOST</comment>
        <translation>虚影</translation>
    </message>
    <message>
        <source>Where the robot was in this run. It is not there now.</source>
        <comment>GHOST_TIP</comment>
        <translation>该次运行中机器人当时所在的位置。它现在不在那里。</translation>
    </message>
    <message>
        <source>reading, {share}</source>
        <comment>GHOST_IS_READ</comment>
        <translation>正在读取，{share}</translation>
    </message>
    <message>
        <source>begins in {age}</source>
        <comment>GHOST_BEGINS</comment>
        <translation>{age} 后开始</translation>
    </message>
    <message>
        <source>ended {age} ago</source>
        <comment>GHOST_HAS_ENDED</comment>
        <translation>{age} 前结束</translation>
    </message>
    <message>
        <source>The run does not tell the position of the robot</source>
        <comment>RUN_TELLS_NO_POSITION</comment>
        <translation>该次运行没有给出机器人的位置</translation>
    </message>
    <message>
        <source>The run has no transform from {fixed} to {frame}</source>
        <comment>RUN_LACKS_TRANSFORM</comment>
        <translation>该次运行中没有从 {fixed} 到 {frame} 的坐标变换</translation>
    </message>
</context>
<context>
    <name>TopicVerbWording</name>
    <message>
        <source>Select a topic to see what you can do with it.</source>
        <comment>SELECT_A_TOPIC</comment>
        <translation>选择一个话题，查看可对它做什么。</translation>
    </message>
    <message>
        <source>Image</source>
        <comment>IMAGE</comment>
        <translation>图像</translation>
    </message>
    <message>
        <source>Show the image of this topic</source>
        <comment>IMAGE_TIP</comment>
        <translation>显示此话题的图像</translation>
    </message>
    <message>
        <source>Show in top view</source>
        <comment>SHOW_TOP_VIEW</comment>
        <translation>在俯视图中显示</translation>
    </message>
    <message>
        <source>Top view</source>
        <comment>TOP_VIEW</comment>
        <translation>俯视图</translation>
    </message>
    <message>
        <source>Show this topic in a top view of the robot</source>
        <comment>TOP_VIEW_TIP</comment>
        <translation>在机器人的俯视图中显示此话题</translation>
    </message>
    <message>
        <source>Show joints</source>
        <comment>SHOW_JOINTS</comment>
        <translation>显示关节</translation>
    </message>
    <message>
        <source>Joints</source>
        <comment>JOINTS</comment>
        <translation>关节</translation>
    </message>
    <message>
        <source>Show the joints of this topic with their limits</source>
        <comment>JOINTS_TIP</comment>
        <translation>显示此话题的关节及其限值</translation>
    </message>
    <message>
        <source>Show the coordinate frames</source>
        <comment>SHOW_FRAMES</comment>
        <translation>显示坐标系</translation>
    </message>
    <message>
        <source>Frames</source>
        <comment>FRAMES</comment>
        <translation>坐标系</translation>
    </message>
    <message>
        <source>List the coordinate frames of the robot with what is wrong with each</source>
        <comment>FRAMES_TIP</comment>
        <translation>列出机器人的坐标系及各自的问题</translation>
    </message>
    <message>
        <source>Open the console</source>
        <comment>OPEN_CONSOLE</comment>
        <translation>打开控制台</translation>
    </message>
    <message>
        <source>Console</source>
        <comment>CONSOLE</comment>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Read what the programs of the robot log</source>
        <comment>CONSOLE_TIP</comment>
        <translation>查看机器人各程序的日志</translation>
    </message>
    <message>
        <source>Plot</source>
        <comment>PLOT</comment>
        <translation>绘图</translation>
    </message>
    <message>
        <source>Plot the numeric fields of this topic over time</source>
        <comment>PLOT_TIP</comment>
        <translation>绘制此话题的数值字段随时间的变化</translation>
    </message>
    <message>
        <source>Show as state timeline</source>
        <comment>SHOW_STATES</comment>
        <translation>显示为状态时间线</translation>
    </message>
    <message>
        <source>States</source>
        <comment>STATES</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Show the states of this topic over time</source>
        <comment>STATES_TIP</comment>
        <translation>显示此话题的状态随时间的变化</translation>
    </message>
    <message>
        <source>Inspect</source>
        <comment>INSPECT</comment>
        <translation>检查</translation>
    </message>
    <message>
        <source>Read the messages of this topic field by field</source>
        <comment>INSPECT_TIP</comment>
        <translation>逐字段查看此话题的消息</translation>
    </message>
    <message>
        <source>Analyse</source>
        <comment>ANALYSE</comment>
        <translation>分析</translation>
    </message>
    <message>
        <source>Analyse spectrum, histogram and timing of this topic</source>
        <comment>ANALYSE_TIP</comment>
        <translation>分析此话题的频谱、直方图和时序</translation>
    </message>
    <message>
        <source>Publish…</source>
        <comment>PUBLISH</comment>
        <translation>发布…</translation>
    </message>
    <message>
        <source>Fill in a message and publish it on this topic</source>
        <comment>PUBLISH_TIP</comment>
        <translation>填写消息并发布到此话题</translation>
    </message>
    <message>
        <source>Open the drive panel</source>
        <comment>OPEN_DRIVE</comment>
        <translation>打开驾驶面板</translation>
    </message>
    <message>
        <source>Drive</source>
        <comment>DRIVE</comment>
        <translation>驾驶</translation>
    </message>
    <message>
        <source>Open the drive panel. This does not arm the robot.</source>
        <comment>DRIVE_TIP</comment>
        <translation>打开驾驶面板。这不会解锁机器人。</translation>
    </message>
    <message>
        <source>Monitor</source>
        <comment>MEASURE</comment>
        <translation>监测</translation>
    </message>
    <message>
        <source>Monitor rate and bandwidth of the selected row, or stop</source>
        <comment>MEASURE_TIP</comment>
        <translation>开始或停止监测所选行的频率和带宽</translation>
    </message>
    <message>
        <source>{verb} – {topic}</source>
        <comment>OF_TOPIC</comment>
        <translation>{verb} – {topic}</translation>
    </message>
</context>
<context>
    <name>TopicsWording</name>
    <message>
        <source>type unknown</source>
        <comment>TYPE_UNKNOWN</comment>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>publishers: {publishers}, subscribers: {subscribers}</source>
        <comment>PUBLISHERS</comment>
        <translation>发布者：{publishers}，订阅者：{subscribers}</translation>
    </message>
    <message>
        <source>requested at {rate}</source>
        <comment>ASKED_FOR</comment>
        <translation>请求频率 {rate}</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>LOST</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>WAITING</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>stale</source>
        <comment>STALE</comment>
        <translation>无更新</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>PAUSED</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>unchanged</source>
        <comment>UNCHANGED</comment>
        <translation>无变化</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>UNKNOWN</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>can't be read</source>
        <comment>UNREADABLE</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no publisher</source>
        <comment>NO_PUBLISHER</comment>
        <translation>没有发布者</translation>
    </message>
    <message>
        <source>connecting</source>
        <comment>CONNECTING</comment>
        <translation>连接中</translation>
    </message>
    <message>
        <source>not reached</source>
        <comment>NOT_REACHED</comment>
        <translation>未连上</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>REFUSED</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>closed</source>
        <comment>CLOSED</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>monitored</source>
        <comment>MEASURED</comment>
        <translation>监测中</translation>
    </message>
    <message>
        <source>Not subscribed. Select the topic or monitor its rate to see values.</source>
        <comment>IDLE_TIP</comment>
        <translation>未订阅。选择此话题或监测其频率即可看到数值。</translation>
    </message>
    <message>
        <source>Subscribed, but no message has arrived yet.</source>
        <comment>WAITING_TIP</comment>
        <translation>已订阅，但尚未收到消息。</translation>
    </message>
    <message>
        <source>No new messages. The age shows how old the values are.</source>
        <comment>STALE_TIP</comment>
        <translation>没有新消息。“距今”表示数值是多久以前的。</translation>
    </message>
    <message>
        <source>The robot is disconnected. The age shows how old the values are.</source>
        <comment>AWAY_TIP</comment>
        <translation>机器人已断开。“距今”表示数值是多久以前的。</translation>
    </message>
    <message>
        <source>The topic has subscribers but no publisher.</source>
        <comment>UNPUBLISHED_TIP</comment>
        <translation>话题有订阅者，但没有发布者。</translation>
    </message>
    <message>
        <source>The robot answers, but the values don't change.</source>
        <comment>STILL_TIP</comment>
        <translation>机器人有应答，但数值没有变化。</translation>
    </message>
    <message>
        <source>The rate must be from {low} to {high}</source>
        <comment>RATE_OUT_OF_RANGE</comment>
        <translation>频率须为 {low} 到 {high}</translation>
    </message>
    <message>
        <source>Read a topic of {robot}</source>
        <comment>READ_TOPIC_OF</comment>
        <translation>读取 {robot} 的话题</translation>
    </message>
    <message>
        <source>Type the name of a topic.</source>
        <comment>TYPE_A_NAME</comment>
        <translation>请输入话题名称。</translation>
    </message>
    <message>
        <source>Stop monitoring {name}</source>
        <comment>STOP_MEASURING</comment>
        <translation>停止监测 {name}</translation>
    </message>
    <message>
        <source>Monitor rate</source>
        <comment>MEASURE_TOPIC</comment>
        <translation>监测频率</translation>
    </message>
    <message>
        <source>Monitor rate of all topics below</source>
        <comment>MEASURE_BELOW</comment>
        <translation>监测下级所有话题的频率</translation>
    </message>
    <message>
        <source>Subscribe to all of them to see rate and bandwidth.</source>
        <comment>MEASURE_TIP</comment>
        <translation>订阅其中所有话题，以查看频率和带宽。</translation>
    </message>
    <message>
        <source>Sensors that run only with a subscriber start now.</source>
        <comment>SENSORS_START</comment>
        <translation>只在有订阅者时工作的传感器会随即启动。</translation>
    </message>
    <message>
        <source>All messages are received. Sensors that run only with a subscriber are running.</source>
        <comment>ALL_FETCHED</comment>
        <translation>正在接收所有消息。只在有订阅者时工作的传感器也在运行。</translation>
    </message>
    <message>
        <source>Read as</source>
        <comment>READ_AS</comment>
        <translation>读取为</translation>
    </message>
    <message>
        <source>bytes</source>
        <comment>AS_BYTES</comment>
        <translation>字节</translation>
    </message>
    <message>
        <source>Request rate</source>
        <comment>ASK_FOR_IT</comment>
        <translation>请求频率</translation>
    </message>
    <message>
        <source>{rate}, as the others</source>
        <comment>AS_THE_OTHERS</comment>
        <translation>{rate}，与其他话题相同</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <comment>COPY_AS_COMMAND</comment>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>1 topic</source>
        <comment>ONE_TOPIC</comment>
        <translation>1 个话题</translation>
    </message>
    <message>
        <source>Topics</source>
        <comment>TOPICS_NAME</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>{count} topics</source>
        <comment>TOPICS</comment>
        <translation>{count} 个话题</translation>
    </message>
    <message>
        <source>No topic matches “{text}”</source>
        <comment>NO_MATCH</comment>
        <translation>没有与“{text}”匹配的话题</translation>
    </message>
    <message>
        <source>The name or the type must contain every word. Escape clears the filter.</source>
        <comment>NO_MATCH_TIP</comment>
        <translation>名称或类型须包含每个词。按 Esc 清除筛选。</translation>
    </message>
    <message>
        <source>No topics named yet</source>
        <comment>NOTHING_NAMED</comment>
        <translation>尚未指定话题</translation>
    </message>
    <message>
        <source>This robot can't list its topics. Choose “Read by name…” in the menu Topics.</source>
        <comment>NOTHING_NAMED_TIP</comment>
        <translation>此机器人无法列出话题。请在“话题”菜单中选择“按名称读取…”。</translation>
    </message>
    <message>
        <source>No topics yet</source>
        <comment>NONE_YET</comment>
        <translation>尚无话题</translation>
    </message>
    <message>
        <source>The robot is connected but offers no topics. They appear here as soon as it does.</source>
        <comment>NONE_OFFERED</comment>
        <translation>机器人已连接，但没有提供话题。一旦提供，就会显示在这里。</translation>
    </message>
    <message>
        <source>They appear when the robot is connected and offers some.</source>
        <comment>NONE_REACHED</comment>
        <translation>机器人连接并提供话题后会显示在这里。</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <comment>REMOVE_FROM_LIST</comment>
        <translation>从列表移除</translation>
    </message>
    <message>
        <source>Show image</source>
        <comment>SHOW_IMAGE</comment>
        <translation>显示图像</translation>
    </message>
    <message>
        <source>Plot numeric fields</source>
        <comment>PLOT_NUMBERS</comment>
        <translation>绘制数值字段</translation>
    </message>
    <message>
        <source>Topic</source>
        <comment>TOPIC</comment>
        <translation>话题</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>TYPE</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>VALUE</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Rate</source>
        <comment>RATE</comment>
        <translation>频率</translation>
    </message>
    <message>
        <source>Then</source>
        <comment>THEN</comment>
        <translation>当时</translation>
    </message>
    <message>
        <source>{age} old</source>
        <comment>THEN_AGE</comment>
        <translation>{age} 前</translation>
    </message>
    <message>
        <source>not heard</source>
        <comment>NOT_HEARD_THEN</comment>
        <translation>没有收到</translation>
    </message>
    <message>
        <source>At the time that views show: {then}</source>
        <comment>THEN_TIP</comment>
        <translation>视图所示的时刻：{then}</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <comment>BANDWIDTH</comment>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>AGE</comment>
        <translation>距今</translation>
    </message>
    <message>
        <source>! {age}</source>
        <comment>LATE_AGE</comment>
        <translation>! {age}</translation>
    </message>
    <message>
        <source>It can be a topic that the list lacks, because some robots can't list their topics.</source>
        <comment>ANY_NAME</comment>
        <translation>可以是列表中没有的话题，因为有些机器人无法列出话题。</translation>
    </message>
    <message>
        <source>&amp;Times per second</source>
        <comment>TIMES_PER_SECOND</comment>
        <translation>每秒次数(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Name of the topic</source>
        <comment>NAME_OF_THE_TOPIC</comment>
        <translation>话题名称(&amp;N)</translation>
    </message>
    <message>
        <source>Read</source>
        <comment>READ</comment>
        <translation>读取</translation>
    </message>
    <message>
        <source>Another rate…</source>
        <comment>ANOTHER_RATE</comment>
        <translation>其他频率…</translation>
    </message>
    <message>
        <source>Copy topic</source>
        <comment>COPY_TOPIC</comment>
        <translation>复制话题</translation>
    </message>
    <message>
        <source>Copy type</source>
        <comment>COPY_TYPE</comment>
        <translation>复制类型</translation>
    </message>
    <message>
        <source>Copy as command: echo</source>
        <comment>COPY_AS_COMMAND_ECHO</comment>
        <translation>复制为命令：echo</translation>
    </message>
    <message>
        <source>Copy as command: hz</source>
        <comment>COPY_AS_COMMAND_HZ</comment>
        <translation>复制为命令：hz</translation>
    </message>
    <message>
        <source>Copy address</source>
        <comment>COPY_ADDRESS</comment>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy namespace</source>
        <comment>COPY_NAMESPACE</comment>
        <translation>复制命名空间</translation>
    </message>
    <message>
        <source>Stop</source>
        <comment>STOP</comment>
        <translation>停止监测</translation>
    </message>
    <message>
        <source>Filter topics by name or type</source>
        <comment>FILTER_TOPICS_BY_NAME</comment>
        <translation>按名称或类型筛选话题</translation>
    </message>
    <message>
        <source>Monitoring rate</source>
        <comment>MONITORING_RATE</comment>
        <translation>正在监测频率</translation>
    </message>
    <message>
        <source>Read a topic by its name…</source>
        <comment>READ_A_TOPIC_BY</comment>
        <translation>按名称读取话题…</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <comment>DISCONNECT</comment>
        <translation>断开…</translation>
    </message>
    <message>
        <source>Expand all</source>
        <comment>EXPAND_ALL</comment>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <comment>COLLAPSE_ALL</comment>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Filter the topics</source>
        <comment>FILTER_THE_TOPICS</comment>
        <translation>筛选话题</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <comment>CLEAR_THE_FILTER</comment>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Go from the filter to the topics</source>
        <comment>TO_TOPICS_KEY</comment>
        <translation>从筛选框转到话题</translation>
    </message>
    <message>
        <source>Go from the first topic back to the filter</source>
        <comment>TO_FILTER_KEY</comment>
        <translation>从第一个话题返回筛选框</translation>
    </message>
    <message>
        <source>Open the view that fits the topic</source>
        <comment>OPEN_THE_VIEW_THAT</comment>
        <translation>打开适合此话题的视图</translation>
    </message>
    <message>
        <source>Select several, to drag them to a plot</source>
        <comment>SELECT_SEVERAL_TO_DRAG</comment>
        <translation>选择多个，拖到曲线图</translation>
    </message>
    <message>
        <source>Disconnect the robot, after a question</source>
        <comment>DISCONNECT_KEY</comment>
        <translation>断开机器人，先询问</translation>
    </message>
</context>
<context>
    <name>TourWording</name>
    <message>
        <source>Connect to a robot</source>
        <comment>CONNECT</comment>
        <translation>连接机器人</translation>
    </message>
    <message>
        <source>Type the address of a robot, or start the demo robot to try everything without one. A new connection is view-only: nothing is sent until you allow it.</source>
        <comment>CONNECT_TEXT</comment>
        <translation>输入机器人的地址；没有机器人时，可启动演示机器人试用全部功能。新连接为只看模式：在你允许之前，不会发送任何内容。</translation>
    </message>
    <message>
        <source>Choose a topic</source>
        <comment>TOPICS</comment>
        <translation>选择话题</translation>
    </message>
    <message>
        <source>The list shows what each connected robot publishes. Type to filter it. Select a topic, and its messages appear in the inspector.</source>
        <comment>TOPICS_TEXT</comment>
        <translation>列表显示每个已连接的机器人发布的话题。输入文字即可筛选。选择一个话题，其消息就显示在检查器中。</translation>
    </message>
    <message>
        <source>See what is in it</source>
        <comment>VIEWS</comment>
        <translation>查看内容</translation>
    </message>
    <message>
        <source>The buttons below the list show what you can do with the selected topic: plot it, show its image, show it in a top view, publish to it. In the inspector, {key} plots the selected field.</source>
        <comment>VIEWS_TEXT</comment>
        <translation>用列表下方的按钮操作所选话题：绘制曲线图、显示图像、在俯视图中显示、向其发布消息。在检查器中，按 {key} 绘制所选字段的曲线图。</translation>
    </message>
    <message>
        <source>Arrange the window</source>
        <comment>LAYOUTS</comment>
        <translation>布置窗口</translation>
    </message>
    <message>
        <source>Layouts open the views for one job: Drive, Look for faults, Watch. {palette} finds every command, robot and topic by a few letters.</source>
        <comment>LAYOUTS_TEXT</comment>
        <translation>布局打开某项工作所需的视图：“驾驶”“查找故障”“观察”。按 {palette}，输入几个字母即可找到任何命令、机器人和话题。</translation>
    </message>
    <message>
        <source>Drive, and stop</source>
        <comment>STOP</comment>
        <translation>驾驶与停止</translation>
    </message>
    <message>
        <source>To drive, allow commands, open the drive panel and arm. STOP is always here, and Space stops while a robot is armed. {guide} opens the guide at the page of what you are doing, {keys} shows the keys.</source>
        <comment>STOP_TEXT</comment>
        <translation>要驾驶，请允许指令、打开驾驶面板并解锁。“停止”始终在这里；有机器人已解锁时，按空格键也会停止。{guide} 打开用户指南中与当前操作有关的页面，{keys} 显示快捷键。</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <comment>NUMBER</comment>
        <translation>{number} / {count}</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <comment>NEXT</comment>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <comment>BACK</comment>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Do&amp;ne</source>
        <comment>DONE</comment>
        <translation>完成(&amp;N)</translation>
    </message>
    <message>
        <source>End &amp;tour</source>
        <comment>END</comment>
        <translation>结束导览(&amp;T)</translation>
    </message>
    <message>
        <source>End the tour (Escape)</source>
        <comment>END_TIP</comment>
        <translation>结束导览（Esc）</translation>
    </message>
    <message>
        <source>New to Teledeck? A tour of five steps shows what is where. You can go on working meanwhile.</source>
        <comment>OFFER</comment>
        <translation>初次使用 Teledeck？五步导览带你了解各部分的位置。期间可以照常工作。</translation>
    </message>
    <message>
        <source>Start the tour</source>
        <comment>START</comment>
        <translation>开始导览</translation>
    </message>
    <message>
        <source>No, thanks</source>
        <comment>NO</comment>
        <translation>不用了</translation>
    </message>
    <message>
        <source>The tour stays in the Help menu.</source>
        <comment>NO_TIP</comment>
        <translation>导览保留在“帮助”菜单中。</translation>
    </message>
</context>
<context>
    <name>WidgetsWording</name>
    <message>
        <source>Nobody listened then</source>
        <comment>NOBODY_LISTENED</comment>
        <translation>当时没有人在听</translation>
    </message>
    <message>
        <source>The black box has nothing of this topic around that time: no view was reading it.</source>
        <comment>NOBODY_LISTENED_TIP</comment>
        <translation>黑匣子中没有该话题在那段时间的任何内容：当时没有视图在读取它。</translation>
    </message>
    <message>
        <source>{text}.</source>
        <comment>SENTENCE</comment>
        <translation>{text}。</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <comment>FOLLOWED</comment>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <comment>LISTED</comment>
        <translation>{first}，{second}</translation>
    </message>
    <message>
        <source>{first}; {second}</source>
        <comment>LISTED_APART</comment>
        <translation>{first}；{second}</translation>
    </message>
    <message>
        <source>{title}: {text}</source>
        <comment>TITLED</comment>
        <translation>{title}：{text}</translation>
    </message>
    <message>
        <source>{text}. {tip}</source>
        <comment>WITH_TIP</comment>
        <translation>{text}。{tip}</translation>
    </message>
    <message>
        <source>“{view}” could not be updated ({error})</source>
        <comment>VIEW_FAILED</comment>
        <translation>“{view}”无法更新（{error}）</translation>
    </message>
    <message>
        <source>It may show old values. Teledeck tries again every second. The log has the error.</source>
        <comment>VIEW_FAILED_TIP</comment>
        <translation>显示的可能是旧数值。Teledeck 每秒重试一次。错误已记入日志。</translation>
    </message>
    <message>
        <source>{file} was not saved because the view was closed</source>
        <comment>VIEW_CLOSED</comment>
        <translation>{file} 未保存，因为视图已关闭</translation>
    </message>
    <message>
        <source>Bring the view back with Undo, then save again.</source>
        <comment>VIEW_CLOSED_TIP</comment>
        <translation>请用“撤销”恢复视图，然后重新保存。</translation>
    </message>
    <message>
        <source>Not saved</source>
        <comment>NOT_SAVED</comment>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Saved</source>
        <comment>SAVED</comment>
        <translation>已保存</translation>
    </message>
    <message>
        <source>{path} can't be written: {reason}</source>
        <comment>NOT_WRITTEN</comment>
        <translation>无法写入 {path}：{reason}</translation>
    </message>
    <message>
        <source>Simulated time, no data yet</source>
        <comment>TIME_UNKNOWN</comment>
        <translation>仿真时间，尚无数据</translation>
    </message>
    <message>
        <source>Simulated time {time}</source>
        <comment>TIME</comment>
        <translation>仿真时间 {time}</translation>
    </message>
    <message>
        <source>Recorded time {time}</source>
        <comment>RECORDED_TIME</comment>
        <translation>录制时间 {time}</translation>
    </message>
    <message>
        <source>{text}, went back</source>
        <comment>TIME_WENT_BACK</comment>
        <translation>{text}，已倒退</translation>
    </message>
    <message>
        <source>{text}, unchanged for {age}</source>
        <comment>TIME_STILL</comment>
        <translation>{text}，{age} 未变化</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>NOT_DONE</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>NOTE</comment>
        <translation>说明</translation>
    </message>
    <message>
        <source>Undo</source>
        <comment>UNDO</comment>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Listening to the robot</source>
        <comment>TAKES</comment>
        <translation>正在监听机器人</translation>
    </message>
    <message>
        <source>This ends when the view is closed.</source>
        <comment>TAKES_TIP</comment>
        <translation>关闭视图后结束。</translation>
    </message>
    <message>
        <source>Enter a number</source>
        <comment>NO_NUMBER_YET</comment>
        <translation>请输入数值</translation>
    </message>
    <message>
        <source>“{text}”: use a point instead of a comma</source>
        <comment>COMMA</comment>
        <translation>“{text}”：请用小数点，不要用逗号</translation>
    </message>
    <message>
        <source>“{text}” is not a number</source>
        <comment>NO_NUMBER</comment>
        <translation>“{text}”不是数值</translation>
    </message>
    <message>
        <source>“{text}” is too large</source>
        <comment>TOO_LARGE</comment>
        <translation>“{text}”过大</translation>
    </message>
    <message>
        <source>Hide</source>
        <comment>CONCEAL</comment>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show the text</source>
        <comment>REVEAL</comment>
        <translation>显示文本</translation>
    </message>
    <message>
        <source>(empty name)</source>
        <comment>EMPTY_NAME</comment>
        <translation>（空名称）</translation>
    </message>
    <message>
        <source>charging</source>
        <comment>CHARGING</comment>
        <translation>充电中</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <comment>BYTES</comment>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>Command palette</source>
        <comment>COMMAND_PALETTE</comment>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type a command, a robot or a topic</source>
        <comment>TYPE_A_COMMAND_A</comment>
        <translation>输入命令、机器人或话题</translation>
    </message>
    <message>
        <source>No matches.</source>
        <comment>NO_MATCHES</comment>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>Restore</source>
        <comment>RESTORE</comment>
        <translation>还原</translation>
    </message>
    <message>
        <source>Maximise</source>
        <comment>MAXIMISE</comment>
        <translation>最大化</translation>
    </message>
    <message>
        <source>Dock</source>
        <comment>DOCK</comment>
        <translation>停靠</translation>
    </message>
    <message>
        <source>Open in a separate window</source>
        <comment>OPEN_IN_A_SEPARATE</comment>
        <translation>在单独的窗口中打开</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>CLOSE</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>View menu</source>
        <comment>VIEW_MENU</comment>
        <translation>视图菜单</translation>
    </message>
    <message>
        <source>Left side</source>
        <comment>LEFT_SIDE</comment>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right side</source>
        <comment>RIGHT_SIDE</comment>
        <translation>右侧</translation>
    </message>
    <message>
        <source>Bottom</source>
        <comment>BOTTOM</comment>
        <translation>底部</translation>
    </message>
    <message>
        <source>Split</source>
        <comment>SPLIT</comment>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Beside the other tabs</source>
        <comment>BESIDE_THE_OTHER_TABS</comment>
        <translation>放在其他标签页旁边</translation>
    </message>
    <message>
        <source>Below the other tabs</source>
        <comment>BELOW_THE_OTHER_TABS</comment>
        <translation>放在其他标签页下方</translation>
    </message>
    <message>
        <source>Move to</source>
        <comment>MOVE_TO</comment>
        <translation>移到</translation>
    </message>
    <message>
        <source>Tab group of “{title}”</source>
        <comment>TAB_GROUP_OF</comment>
        <translation>“{title}”的标签页组</translation>
    </message>
    <message>
        <source>Divider</source>
        <comment>DIVIDER</comment>
        <translation>分隔条</translation>
    </message>
    <message>
        <source>Move the divider that has the focus</source>
        <comment>DIVIDER_BY_STEPS</comment>
        <translation>移动有焦点的分隔条</translation>
    </message>
    <message>
        <source>Move the divider that has the focus as far as it goes</source>
        <comment>DIVIDER_TO_END</comment>
        <translation>把有焦点的分隔条移到尽头</translation>
    </message>
    <message>
        <source>The arrow keys move it, Home and End as far as it goes.</source>
        <comment>DIVIDER_KEYS</comment>
        <translation>箭头键移动它，Home 和 End 移到尽头。</translation>
    </message>
    <message>
        <source>The robot uses its own time, as in a simulation or a recording.
Stamps use that time; ages use the clock of this computer.</source>
        <comment>CLOCK_TIP</comment>
        <translation>机器人使用自己的时间，如仿真或录制中的时间。
时间戳采用该时间；“距今”采用本机时钟。</translation>
    </message>
    <message>
        <source>OK</source>
        <comment>OK</comment>
        <translation>正常</translation>
    </message>
    <message>
        <source>Got it</source>
        <comment>NOTED</comment>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Continue editing</source>
        <comment>CONTINUE_EDITING</comment>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Change nothing ({key}).</source>
        <comment>CHANGE_NOTHING</comment>
        <translation>不做更改（{key}）。</translation>
    </message>
    <message>
        <source>More tools</source>
        <comment>MORE_TOOLS</comment>
        <translation>更多工具</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <comment>COPY_ROWS_KEY</comment>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all</source>
        <comment>COPY_LINES_KEY</comment>
        <translation>复制选中的行，未选则复制全部</translation>
    </message>
    <message>
        <source>Wheel</source>
        <comment>WHEEL</comment>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Drag</source>
        <comment>DRAG</comment>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Click</source>
        <comment>CLICK</comment>
        <translation>单击</translation>
    </message>
    <message>
        <source>Double click</source>
        <comment>DOUBLE_CLICK</comment>
        <translation>双击</translation>
    </message>
    <message>
        <source>Middle click</source>
        <comment>MIDDLE_CLICK</comment>
        <translation>中键点击</translation>
    </message>
    <message>
        <source>Letters</source>
        <comment>LETTERS</comment>
        <translation>字母键</translation>
    </message>
    <message>
        <source>Fault</source>
        <comment>FAULT</comment>
        <translation>故障</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <comment>COPY</comment>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <comment>CHECK_AGAIN</comment>
        <translation>重新检查(&amp;A)</translation>
    </message>
    <message>
        <source>Check</source>
        <comment>CHECK</comment>
        <translation>检查项</translation>
    </message>
    <message>
        <source>Found</source>
        <comment>FOUND</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>Columns</source>
        <comment>COLUMNS</comment>
        <translation>列</translation>
    </message>
    <message>
        <source>Clear the text</source>
        <comment>CLEAR_TEXT</comment>
        <translation>清除文字</translation>
    </message>
    <message>
        <source>Search</source>
        <comment>SEARCH_SIGN</comment>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Tabs of docks</source>
        <comment>DOCK_TABS</comment>
        <translation>停靠窗口的标签</translation>
    </message>
    <message>
        <source>Results of the checks</source>
        <comment>RESULTS</comment>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>From {low} to {high}</source>
        <comment>FROM_TO</comment>
        <translation>从 {low} 到 {high}</translation>
    </message>
    <message>
        <source>{text} ({key})</source>
        <comment>WITH_KEY</comment>
        <translation>{text}（{key}）</translation>
    </message>
</context>
<context>
    <name>WindowCheckWording</name>
    <message>
        <source>Qt {qt} (PySide6 {pyside}) on the platform {platform}, without a screen</source>
        <comment>NO_SCREENS</comment>
        <translation>Qt {qt}（PySide6 {pyside}），平台 {platform}，没有屏幕</translation>
    </message>
    <message>
        <source>Connect a screen.</source>
        <comment>NO_SCREENS_TIP</comment>
        <translation>请连接一个屏幕。</translation>
    </message>
    <message>
        <source>Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}</source>
        <comment>SCREENS</comment>
        <translation>Qt {qt}（PySide6 {pyside}），平台 {platform}，屏幕 {screens}</translation>
    </message>
    <message>
        <source>Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}, which are not visible</source>
        <comment>SCREENS_UNSEEN</comment>
        <translation>Qt {qt}（PySide6 {pyside}），平台 {platform}，屏幕 {screens} 不可见</translation>
    </message>
    <message>
        <source>Unset QT_QPA_PLATFORM and start Teledeck on a desktop.</source>
        <comment>SCREENS_UNSEEN_TIP</comment>
        <translation>请取消设置 QT_QPA_PLATFORM，并在桌面环境中启动 Teledeck。</translation>
    </message>
    <message>
        <source>Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}; the window is covered or minimised</source>
        <comment>WINDOW_COVERED</comment>
        <translation>Qt {qt}（PySide6 {pyside}），平台 {platform}，屏幕 {screens}；窗口被遮住或已最小化</translation>
    </message>
    <message>
        <source>Keep it in front during the check.</source>
        <comment>WINDOW_COVERED_TIP</comment>
        <translation>检查期间请让窗口保持在最前面。</translation>
    </message>
    <message>
        <source>{width} x {height} at {percent:.0f} %</source>
        <comment>SCREEN</comment>
        <translation>{width} x {height}（{percent:.0f} %）</translation>
    </message>
    <message>
        <source>No font has {script} letters: “{letters}” shows boxes</source>
        <comment>NO_LETTERS</comment>
        <translation>没有字体含有 {script} 字符：“{letters}”显示为方框</translation>
    </message>
    <message>
        <source>Install a suitable font; on Debian and Ubuntu: sudo apt install {package}</source>
        <comment>NO_LETTERS_TIP</comment>
        <translation>请安装合适的字体；在 Debian 和 Ubuntu 上：sudo apt install {package}</translation>
    </message>
    <message>
        <source>{family} and other fonts show {scripts}</source>
        <comment>FONTS</comment>
        <translation>{family} 及其他字体可显示 {scripts}</translation>
    </message>
    <message>
        <source>{file} can't be read, which translates into {language}</source>
        <comment>TRANSLATION_MISSING</comment>
        <translation>无法读取翻译成{language}的文件 {file}</translation>
    </message>
    <message>
        <source>The window should speak {language}, but its menu says “{text}”</source>
        <comment>NOT_TRANSLATED</comment>
        <translation>窗口应显示{language}，但菜单中有“{text}”</translation>
    </message>
    <message>
        <source>The window speaks {language}: its first menu is “{title}”; {count} languages can be chosen</source>
        <comment>LANGUAGES</comment>
        <translation>窗口语言为{language}：第一个菜单是“{title}”；可选 {count} 种语言</translation>
    </message>
    <message>
        <source>The icon {icon} can't be drawn</source>
        <comment>ICON_NOT_DRAWN</comment>
        <translation>图标 {icon} 无法绘制</translation>
    </message>
    <message>
        <source>Qt can't read SVG, or the icons are missing</source>
        <comment>NO_SVG</comment>
        <translation>Qt 无法读取 SVG，或缺少图标</translation>
    </message>
    <message>
        <source>All {count} icons can be drawn</source>
        <comment>ICONS</comment>
        <translation>全部 {count} 个图标都可以绘制</translation>
    </message>
    <message>
        <source>Qt can't read {format} images</source>
        <comment>FORMAT_NOT_READ</comment>
        <translation>Qt 无法读取 {format} 图像</translation>
    </message>
    <message>
        <source>Qt reads {formats} images</source>
        <comment>FORMATS</comment>
        <translation>Qt 可读取 {formats} 图像</translation>
    </message>
    <message>
        <source>The window was never painted</source>
        <comment>NOT_PAINTED</comment>
        <translation>窗口从未绘制</translation>
    </message>
    <message>
        <source>Check that the graphics driver works, and please report it.</source>
        <comment>NOT_PAINTED_TIP</comment>
        <translation>请检查显卡驱动是否正常，并报告此问题。</translation>
    </message>
    <message>
        <source>The window was painted and lists the topics of the robot</source>
        <comment>PAINTED</comment>
        <translation>窗口已绘制，并列出了机器人的话题</translation>
    </message>
    <message>
        <source>The window has no content</source>
        <comment>NO_CONTENT</comment>
        <translation>窗口没有内容</translation>
    </message>
    <message>
        <source>Check that the graphics driver works.</source>
        <comment>NO_CONTENT_TIP</comment>
        <translation>请检查显卡驱动是否正常。</translation>
    </message>
    <message>
        <source>The window shows an image and a plot at {width} x {height} pixels</source>
        <comment>DRAWN</comment>
        <translation>窗口以 {width} x {height} 像素显示了图像和曲线图</translation>
    </message>
    <message>
        <source>Charts can't be drawn: {reason}</source>
        <comment>CHARTS_NOT_DRAWN</comment>
        <translation>无法绘制图表：{reason}</translation>
    </message>
    <message>
        <source>A spectrum can be calculated and drawn</source>
        <comment>SPECTRUM</comment>
        <translation>频谱可以计算和绘制</translation>
    </message>
</context>
<context>
    <name>WindowWording</name>
    <message>
        <source>Teledeck (safe mode)</source>
        <comment>SAFE_MODE_TITLE</comment>
        <translation>Teledeck（安全模式）</translation>
    </message>
    <message>
        <source>Connect to {name}</source>
        <comment>CONNECT_TO</comment>
        <translation>连接 {name}</translation>
    </message>
    <message>
        <source>The list of changes is missing.</source>
        <comment>NO_CHANGELOG</comment>
        <translation>缺少更改列表。</translation>
    </message>
    <message>
        <source>{name} ({address})</source>
        <comment>NAME_AND_ADDRESS</comment>
        <translation>{name}（{address}）</translation>
    </message>
    <message>
        <source>No robot yet</source>
        <comment>NO_RECENT</comment>
        <translation>尚无机器人</translation>
    </message>
    <message>
        <source>source code</source>
        <comment>SOURCE_CODE</comment>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>VERSION</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>Commit</source>
        <comment>COMMIT</comment>
        <translation>提交</translation>
    </message>
    <message>
        <source>Date</source>
        <comment>DATE</comment>
        <translation>日期</translation>
    </message>
    <message>
        <source>Built from</source>
        <comment>BUILT_FROM</comment>
        <translation>构建来源</translation>
    </message>
    <message>
        <source>System</source>
        <comment>SYSTEM</comment>
        <translation>系统</translation>
    </message>
    <message>
        <source>Screen</source>
        <comment>SCREEN</comment>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>About Teledeck</source>
        <comment>ABOUT_TELEDECK</comment>
        <translation>关于 Teledeck</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <comment>VERSIONS</comment>
        <translation>版本(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Licences</source>
        <comment>LICENCES</comment>
        <translation>许可证(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Copy versions</source>
        <comment>COPY_VERSIONS</comment>
        <translation>复制版本(&amp;C)</translation>
    </message>
    <message>
        <source>Copy as text, for a problem report</source>
        <comment>COPY_VERSIONS_TIP</comment>
        <translation>复制为文本，用于问题报告</translation>
    </message>
    <message>
        <source>Filter by name or licence</source>
        <comment>FILTER_BY_NAME_OR</comment>
        <translation>按名称或许可证筛选</translation>
    </message>
    <message>
        <source>Parts</source>
        <comment>PARTS</comment>
        <translation>组件</translation>
    </message>
    <message>
        <source>Reading the licences…</source>
        <comment>READING_THE_LICENCES</comment>
        <translation>正在读取许可证…</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <comment>TEXT_OF_THE_LICENCE</comment>
        <translation>许可证正文</translation>
    </message>
    <message>
        <source>Part</source>
        <comment>PART</comment>
        <translation>组件</translation>
    </message>
    <message>
        <source>No matching part.</source>
        <comment>NO_MATCHING_PART</comment>
        <translation>没有匹配的组件。</translation>
    </message>
    <message>
        <source>See the text for the licence.</source>
        <comment>LICENCE_IN_TEXT</comment>
        <translation>许可证见正文。</translation>
    </message>
    <message>
        <source>This part came without a licence text.</source>
        <comment>NO_LICENCE_TEXT</comment>
        <translation>此组件未附许可证正文。</translation>
    </message>
    <message>
        <source>Watches and drives robots by their own protocols. Licensed under &lt;a href="{apache}"&gt;Apache-2.0&lt;/a&gt;. Uses &lt;a href="{qt}"&gt;Qt&lt;/a&gt; and PySide6 under &lt;a href="{lgpl}"&gt;LGPL-3&lt;/a&gt;.&lt;br&gt;Teledeck communicates only with the robots that you connect: no statistics, no search for updates.</source>
        <comment>ABOUT_TEXT</comment>
        <translation>通过机器人自身的协议观察和驾驶机器人。采用 &lt;a href="{apache}"&gt;Apache-2.0&lt;/a&gt; 许可。使用 &lt;a href="{qt}"&gt;Qt&lt;/a&gt; 和 PySide6，按 &lt;a href="{lgpl}"&gt;LGPL-3&lt;/a&gt; 许可。&lt;br&gt;Teledeck 只与你连接的机器人通信：不做统计，不检查更新。</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <comment>SESSION</comment>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Recent robots</source>
        <comment>RECENT_ROBOTS</comment>
        <translation>最近的机器人(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <comment>EDIT</comment>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Drive</source>
        <comment>DRIVE</comment>
        <translation>驾驶(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <comment>VIEW</comment>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Topics</source>
        <comment>TOPICS</comment>
        <translation>话题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <comment>LAYOUT</comment>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <comment>HELP</comment>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Tools</source>
        <comment>TOOLS</comment>
        <translation>工具</translation>
    </message>
    <message>
        <source>Layout {number}</source>
        <comment>LAYOUT_WORD</comment>
        <translation>布局 {number}</translation>
    </message>
    <message>
        <source>&amp;World</source>
        <comment>WORLD</comment>
        <translation>仿真世界(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Robot</source>
        <comment>ROBOT</comment>
        <translation>机器人(&amp;R)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <comment>THEME</comment>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>Pane si&amp;ze</source>
        <comment>SIZE_OF_PANE</comment>
        <translation>窗格大小(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <comment>MESSAGE</comment>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>Layout: {name}</source>
        <comment>LAYOUT_LABEL</comment>
        <translation>布局：{name}</translation>
    </message>
    <message>
        <source>default: no key</source>
        <comment>DEFAULT_NO_KEY</comment>
        <translation>默认：无快捷键</translation>
    </message>
    <message>
        <source>Topics and robots</source>
        <comment>TOPICS_AND_ROBOTS</comment>
        <translation>话题和机器人</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>KEYS</comment>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Filter by key or function</source>
        <comment>FILTER_BY_KEY_OR</comment>
        <translation>按快捷键或功能筛选</translation>
    </message>
    <message>
        <source>Keys and functions</source>
        <comment>KEYS_TABLE</comment>
        <translation>快捷键和功能</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <comment>CHANGE_KEYS</comment>
        <translation>更改快捷键…</translation>
    </message>
    <message>
        <source>default: {keys}</source>
        <comment>DEFAULT</comment>
        <translation>默认：{keys}</translation>
    </message>
    <message>
        <source>Function</source>
        <comment>FUNCTION</comment>
        <translation>功能</translation>
    </message>
    <message>
        <source>Preferences</source>
        <comment>PREFERENCES</comment>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Teledeck keeps the last {minutes} minutes of what robots say on the topics that you look at, with small pictures of their images, of their commands and states always, and of what you do. The files stay on this computer, in {folder}.</source>
        <comment>BLACK_BOX</comment>
        <translation>Teledeck 保留最近 {minutes} 分钟内机器人在你查看的话题上发送的内容（图像保存为小图片）、始终包括它们的指令和状态，以及你所做的操作。文件只保存在本机的 {folder} 中。</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <comment>BLACK_BOX_SET</comment>
        <translation>偏好设置…</translation>
    </message>
    <message>
        <source>The page “Black box” switches it off, or its pictures alone, and sets how much is kept.</source>
        <comment>BLACK_BOX_TIP</comment>
        <translation>在“黑匣子”页可以关闭它，或只关闭图片，并设置保留多少。</translation>
    </message>
    <message>
        <source>Press the new keys here</source>
        <comment>PRESS_THE_NEW_KEYS</comment>
        <translation>在此按下新的快捷键</translation>
    </message>
    <message>
        <source>New keys</source>
        <comment>NEW_KEYS</comment>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Filter by action or by key</source>
        <comment>FILTER_BY_ACTION_OR</comment>
        <translation>按操作或快捷键筛选</translation>
    </message>
    <message>
        <source>New second keys</source>
        <comment>NEW_SECOND_KEYS</comment>
        <translation>新的第二快捷键</translation>
    </message>
    <message>
        <source>No &amp;key</source>
        <comment>NO_KEY</comment>
        <translation>清除(&amp;K)</translation>
    </message>
    <message>
        <source>Remove the keys of this action. It stays in the menus.</source>
        <comment>NO_KEY_TIP</comment>
        <translation>移除此操作的快捷键。菜单中仍保留此操作。</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <comment>RESET</comment>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Restore the default keys of this action.</source>
        <comment>RESET_KEY_TIP</comment>
        <translation>恢复此操作的默认快捷键。</translation>
    </message>
    <message>
        <source>Reset &amp;all…</source>
        <comment>RESET_ALL</comment>
        <translation>全部重置(&amp;A)…</translation>
    </message>
    <message>
        <source>Restore the default keys of all actions.</source>
        <comment>RESET_KEYS_TIP</comment>
        <translation>恢复所有操作的默认快捷键。</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>ACTION</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>KEY</comment>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Second key</source>
        <comment>SECOND_KEY</comment>
        <translation>第二快捷键</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <comment>ACTIONS_AND_THEIR_KEYS</comment>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>Restore the default keys of all actions? Your changes are lost.</source>
        <comment>ASK_RESET_KEYS</comment>
        <translation>恢复所有操作的默认快捷键？你的更改将丢失。</translation>
    </message>
    <message>
        <source>K&amp;ey:</source>
        <comment>KEY_CAPTION</comment>
        <translation>快捷键(&amp;E)：</translation>
    </message>
    <message>
        <source>&amp;Second key:</source>
        <comment>SECOND_KEY_CAPTION</comment>
        <translation>第二快捷键(&amp;S)：</translation>
    </message>
    <message>
        <source>none</source>
        <comment>NONE</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Swap</source>
        <comment>SWAP</comment>
        <translation>互换</translation>
    </message>
    <message>
        <source>The other action gets the key that this one loses.</source>
        <comment>SWAP_TIP</comment>
        <translation>另一操作得到此操作失去的快捷键。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>CANCEL</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>Change nothing ({key}).</source>
        <comment>CHANGE_NOTHING</comment>
        <translation>不做更改（{key}）。</translation>
    </message>
    <message>
        <source>Reset all</source>
        <comment>RESET_ALL_WORD</comment>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Changed. Default keys: {keys}</source>
        <comment>CHANGED_DEFAULT_KEYS</comment>
        <translation>已更改。默认快捷键：{keys}</translation>
    </message>
    <message>
        <source>Safe mode: your settings, layouts, profiles, gamepads and tokens are neither used nor changed. Your changes are lost when the window closes.</source>
        <comment>SAFE_MODE</comment>
        <translation>安全模式：不使用也不更改你的设置、布局、配置档案、手柄和令牌。窗口关闭后，所做的更改将丢失。</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <comment>SHOW_OR_HIDE_THE</comment>
        <translation>显示或隐藏检查器</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <comment>INSPECTOR</comment>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <source>Inspector</source>
        <comment>INSPECTOR_WORD</comment>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Show or hide the log</source>
        <comment>SHOW_OR_HIDE_THE_LOG</comment>
        <translation>显示或隐藏日志</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <comment>LOG</comment>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>Log</source>
        <comment>LOG_WORD</comment>
        <translation>日志</translation>
    </message>
    <message>
        <source>on</source>
        <comment>ON</comment>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <comment>OFF</comment>
        <translation>关</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <comment>CHOOSE_A_FOLDER</comment>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>&amp;Reset this page</source>
        <comment>RESET_THIS_PAGE</comment>
        <translation>重置本页(&amp;R)</translation>
    </message>
    <message>
        <source>Play</source>
        <comment>PLAY</comment>
        <translation>试听</translation>
    </message>
    <message>
        <source>Choose…</source>
        <comment>CHOOSE</comment>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Search</source>
        <comment>SEARCH</comment>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Pages</source>
        <comment>PAGES</comment>
        <translation>页面</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <comment>UNDO</comment>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <comment>EXPORT</comment>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <comment>IMPORT</comment>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Export settings</source>
        <comment>EXPORT_SETTINGS</comment>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Import settings</source>
        <comment>IMPORT_SETTINGS</comment>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Settings (*{suffix})</source>
        <comment>SETTINGS</comment>
        <translation>设置 (*{suffix})</translation>
    </message>
    <message>
        <source>Import</source>
        <comment>IMPORT_WORD</comment>
        <translation>导入</translation>
    </message>
    <message>
        <source>Teledeck was updated. Restart it. Until then you can't arm or start the demo robot. Current driving continues.</source>
        <comment>UPDATED</comment>
        <translation>Teledeck 已更新。请重新启动。在此之前无法解锁，也无法启动演示机器人。当前的驾驶可继续。</translation>
    </message>
    <message>
        <source>Close this window and open the new version with the same robots.</source>
        <comment>RESTART_TIP</comment>
        <translation>关闭此窗口，用相同的机器人打开新版本。</translation>
    </message>
    <message>
        <source>A robot is armed. Restart?</source>
        <comment>ASK_ARMED</comment>
        <translation>有机器人已解锁。要重新启动吗？</translation>
    </message>
    <message>
        <source>Teledeck first stops and disarms it. After the restart, no robot is armed.</source>
        <comment>ASK_ARMED_TIP</comment>
        <translation>Teledeck 会先将它停下并锁定。重新启动后，所有机器人均未解锁。</translation>
    </message>
    <message>
        <source>Disarm and restart</source>
        <comment>DISARM_AND_RESTART</comment>
        <translation>锁定并重新启动</translation>
    </message>
    <message>
        <source>The robot may still be moving. Restart?</source>
        <comment>ASK_MOVING</comment>
        <translation>机器人可能仍在运动。要重新启动吗？</translation>
    </message>
    <message>
        <source>Restart</source>
        <comment>RESTART</comment>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>The language changes once no robot is armed, moves or drives to a goal.</source>
        <comment>LANGUAGE_WAITS</comment>
        <translation>等没有机器人已解锁、在运动或驶向目标时，语言才会更改。</translation>
    </message>
    <message>
        <source>Disarm and change</source>
        <comment>DISARM_AND_CHANGE</comment>
        <translation>锁定并更改</translation>
    </message>
    <message>
        <source>Teledeck is no longer at the place where it was started</source>
        <comment>MOVED</comment>
        <translation>Teledeck 已不在启动时的位置</translation>
    </message>
    <message>
        <source>It was removed or moved. Close this window and start Teledeck at its new place.</source>
        <comment>MOVED_TIP</comment>
        <translation>它已被移除或移动。请关闭此窗口，从新位置启动 Teledeck。</translation>
    </message>
    <message>
        <source>What is new in Teledeck</source>
        <comment>WHAT_IS_NEW_TITLE</comment>
        <translation>Teledeck 新增内容</translation>
    </message>
    <message>
        <source>Changes</source>
        <comment>CHANGES</comment>
        <translation>更改</translation>
    </message>
    <message>
        <source>The changes are described in English.</source>
        <comment>CHANGES_IN_ENGLISH</comment>
        <translation>以下更新内容为英文。</translation>
    </message>
    <message>
        <source>This is Teledeck {version}, after {before}.</source>
        <comment>THIS_IS_TELEDECK_AFTER</comment>
        <translation>这是 Teledeck {version}，之前为 {before}。</translation>
    </message>
    <message>
        <source>What is new</source>
        <comment>WHAT_IS_NEW</comment>
        <translation>新增内容</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <comment>DISMISS</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>You can find it in the Help menu.</source>
        <comment>WHAT_IS_NEW_TIP</comment>
        <translation>可在“帮助”菜单中找到。</translation>
    </message>
    <message>
        <source>Show the topic list</source>
        <comment>SHOW_THE_TOPIC_LIST</comment>
        <translation>显示话题列表</translation>
    </message>
    <message>
        <source>{robot}: {state}</source>
        <comment>ROBOT_STATE</comment>
        <translation>{robot}：{state}</translation>
    </message>
    <message>
        <source>1 alert</source>
        <comment>ONE_ALERT</comment>
        <translation>1 条告警</translation>
    </message>
    <message>
        <source>{count} alerts</source>
        <comment>ALERTS</comment>
        <translation>{count} 条告警</translation>
    </message>
</context>
</TS>
