import { addTerms } from '../../lib/glossary'

addTerms([
  [/\bTF\b/, 'Task Force: ships that sail together (9.1).'],
  [/\bSubrons?\b/, 'Submarine squadron: a marker with its Sub Points (13.1).'],
  [/\bD[1-5]\b/, 'damage level of a ship; at S it sinks (12.1).'],
])
