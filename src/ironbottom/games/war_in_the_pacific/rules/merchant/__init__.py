"""Merchant shipping: the modules in the order of the rulebook.

13.6, 15.5, 47.1  Losses on links  link_losses
15.1, 15.2, 15.3, 15.4, 15.8  Links of merchant shipping  links
15.5  Raids on links  raids_on_links
15.6, 15.7, 15.9  Cargo over links  cargo
15.7, 25.1, 25.2, 25.3  Supply over links  supply_over_links
15.8  The Pipeline Segment  pipeline_segment
"""
