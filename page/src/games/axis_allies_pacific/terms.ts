import { tellTerms } from '../../lib/terms'

tellTerms([
  [/\bIPC\b/, 'industrial production certificates: what lands and convoys bring each turn, and what units cost (5.1).'],
  [/\bCAP\b/, 'combat air patrol: fighters that stay over a zone beside their land until their side’s next turn (10.5).'],
  [/\bAA\b/, 'antiaircraft: a gun fires at each aircraft that attacks or passes over its land (8.3).'],
])
