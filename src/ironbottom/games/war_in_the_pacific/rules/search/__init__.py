"""Search, contact and weather: the modules in the order of the rulebook.

4.3, 8.1, 8.42  The Search Segment  search_segment
8.2, 8.3, 8.31  Weather, contact and reports  detection
8.2, 8.21, 8.5, 8.6, 8.7  Contacts  contacts
8.41  Ships in searched ports  searched_ports
8.5, 1.31  New numbers of Task Forces  renumbering
"""
