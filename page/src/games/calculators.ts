import type { Component } from 'svelte'

/** What a game's calculator is handed: what stands in the address, and where it writes what is asked now. */
export interface CalculatorProps {
  game: string
  asked: string
  onasked: (asked: string) => void
}

type Load = () => Promise<{ default: Component<CalculatorProps> }>

/** The games whose battles the page computes without a game, each fetched when it is first wanted. */
const CALCULATORS: Record<string, Load> = {
  axis_allies_pacific: () => import('./axis_allies_pacific/Calculator.svelte'),
}

export const hasCalculator = (game: string): boolean => game in CALCULATORS

export async function calculatorOf(game: string): Promise<Component<CalculatorProps>> {
  const load = CALCULATORS[game]
  if (!load) throw new Error('This game has no battle calculator.')
  return (await load()).default
}
