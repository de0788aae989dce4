import type { GamePage } from '../../src/app/game'
import SkirmishPage from './SkirmishPage.svelte'
import { course, headline, named, textBoard, viewOf, worth } from './view'

const page: GamePage = {
  Page: SkirmishPage,
  choice: (_, name) => named(name()),
  verb: named,
  value: (id) => ({ label: named(id) }),
  ask: (_, next, verb) => (next === 'argument' && verb ? `${named(verb)}: which?` : 'Your choice?'),
  buttonStyle: (verb) => (verb === 'done' ? { weight: 'primary', key: 'D' } : {}),
  where: (view) => ({ long: `Round ${viewOf(view).round}`, brief: `Round ${viewOf(view).round}` }),
  subline: () => '',
  curtain: (view) => viewOf(view).planning === true,
  telling: () => false,
  long: () => false,
  order: () => null,
  worth,
  headline,
  course: (store) => course(store.wholeLog),
  guess: () => null,
  textBoard,
  guide: async () => ({ tour: [], help: [] }),
}

export default page
