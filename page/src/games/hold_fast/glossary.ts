import { addTerms } from '../../lib/glossary'

addTerms([
  [/\bRP\b/, 'resource points: one repairs a strength point, or brings back a lost cruiser group or air unit (5.0).'],
  [/\bSP\b/, 'strength points: the hits that a block can take, shown at its upper edge (8.1.5).'],
  [/\bVP\b/, 'victory points, for the sea areas that a side controls when a turn ends (11.0).'],
  [/\b[2-5]\+/, 'hit by a die that shows this number or more (3.0.3). A 1 disables it at sea (8.1.4).'],
  [/\b\d dic?e\b/, 'how many dice the block rolls when it fires (3.0.2).'],
])
