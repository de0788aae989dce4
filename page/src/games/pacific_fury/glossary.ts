import { addTerms } from '../../lib/glossary'

addTerms([
  [/\bAS\b/, 'air strike: the planes of all carriers in the force. If it is twice the enemy’s AA, each carrier gets +2; if it is only higher, +1 (10.5.d).'],
  [/\bAA\b/, 'anti-air: the units in the force that are not carriers. They weaken an air strike (10.5.d).'],
  [/\bcover\b/i, 'fighters over the force. They stop this many hits of each carrier that fires at it, but never the last one (10.5.e).'],
  [/\b[Aa]nchors?\b/, 'the defence of a ship. It sinks on 2 to 6 with more hits than anchors, on 4 to 6 with the same number, on 6 with fewer (10.7.c).'],
  [/\bdisrupts?\b/, 'closes the airfield until the Return Phase, so that Transports can land (6.2, 9.3).'],
])
