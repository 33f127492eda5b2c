"""TCPROS: links of topics and services."""
