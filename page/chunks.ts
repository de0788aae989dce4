/** Which modules of the page stand together in a file: all that is there from the first, all that every game needs, all that these two
 * need, all that one alone needs, however many other pages take a part of them. Many small files pack worse. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** The page of a game is asked for by name, so it stays a module of its own. */
const PLAY = /\/play\.ts$/

/** All that a module brings with it at once. */
function brought(from: string, graph: Graph): Set<string> {
  const found = new Set([from])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** The groups of modules that are a file each; all else stands as the bundler finds best.
 * @param root  the folder of the page */
export function groups(root: string, games: readonly string[]): { name: (id: string, graph: Graph) => string | null; priority: number }[] {
  let known: { first: Set<string>; played: Map<string, Set<string>> } | undefined
  const parts = (graph: Graph): NonNullable<typeof known> =>
    (known ??= { first: brought(`${root}/src/main.ts`, graph), played: new Map(games.map((game) => [game, brought(`${root}/src/games/${game}/play.ts`, graph)])) })
  /** The games that need a module; none where it is there from the first. */
  function users(id: string, graph: Graph): readonly string[] {
    const { first, played } = parts(graph)
    return first.has(id) || PLAY.test(id) ? [] : games.filter((game) => played.get(game)!.has(id))
  }
  const first = { name: (id: string, graph: Graph): string | null => (parts(graph).first.has(id) ? 'first' : null), priority: games.length + 1 }
  const shared = games.map((_, at) => ({
    name: (id: string, graph: Graph): string | null => {
      const own = users(id, graph)
      return own.length === at + 1 ? (own.length === games.length ? 'table' : own.join('-')) : null
    },
    priority: at + 1,
  }))
  return [first, ...shared]
}
