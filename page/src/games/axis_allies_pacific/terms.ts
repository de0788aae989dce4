import { tellTerms } from '../../lib/terms'

tellTerms([
  [/\bIPC\b/, 'Industrial Production Certificates: the money that lands and convoys bring each turn (5.1).'],
  [/\bCAP\b/, 'combat air patrol: fighters that stay over a zone beside their land until their side’s next turn (10.5).'],
  [/\bAA\b/, 'antiaircraft: the gun fires at each aircraft that attacks or flies over its land (8.3).'],
])
