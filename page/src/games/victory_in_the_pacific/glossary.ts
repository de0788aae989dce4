import { addTerms } from '../../lib/glossary'

addTerms([
  [/\bpatrols?\b(?= )/i, 'ships that hold the sea area and score its points of control; raiders do not (6.1).'],
  [/\bgunnery\b/i, 'shots by night: each hits on 6 and disables on 5; with the bonus it hits on 5 too and disables on 4 (7.52, 7.53).'],
  [/\bairstrikes?\b/i, 'shots by day (7.51).'],
  [/\barmor\b/i, 'a ship with more damage than this sinks (7.6).'],
  [/\bspeed\b/i, 'to reach a second sea area a ship must roll below this (6.4). It can pursue only groups that are no faster (8.3).'],
  [/\bdefence\b/i, 'an air unit with this much damage is lost; only a 6 hits it (7.5).'],
  [/\bbonus\b/i, 'each shot hits on 5 or 6 and disables on 4 (7.5).'],
  [/\bPOC\b/, 'points of control: scored for the sea areas that a side holds when a turn ends (2.2).'],
])
