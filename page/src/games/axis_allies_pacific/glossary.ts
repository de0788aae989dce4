import { addTerms } from '../../lib/glossary'

addTerms([
  [/\bIPC\b/, 'Industrial Production Certificates: the money that territories and convoys bring each turn (5.1).'],
  [/\bCAP\b/, 'combat air patrol: fighters that stay over a zone beside their territory until their side’s next turn (10.5).'],
  [/\bAA\b/, 'antiaircraft: the gun fires at each aircraft that attacks or flies over its territory (8.3).'],
])
