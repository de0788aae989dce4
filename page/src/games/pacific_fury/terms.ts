import { tellTerms } from '../../lib/terms'

tellTerms([
  [/\bAS\b/, 'air strike, the planes of all carriers of the force. Twice the enemy’s AA adds 2 to the combat factor of each carrier, merely more adds 1 (10.5.d).'],
  [/\bAA\b/, 'anti-air, the units of the force that are no carriers. They weaken what strikes it (10.5.d).'],
  [/\bcover\b/i, 'fighters over the force. They take so many hits from each carrier that fires at it, but leave one (10.5.e).'],
  [/\b[Aa]nchors?\b/, 'the defence of a ship. More hits than anchors sink it on 2 to 6, as many on 4 to 6, fewer on 6 (10.7.c).'],
  [/\bdisrupts?\b/, 'puts the airfield out of use until the Return Phase; Transports can land then (6.2, 9.3).'],
])
