import type { Component } from 'svelte'

/** The props of a game's calculator: the state in the address, and the function that writes it. */
export interface CalculatorProps {
  game: string
  query: string
  onquery: (asked: string) => void
}

type Load = () => Promise<{ default: Component<CalculatorProps> }>

/** The games whose battles the page computes without a game, each loaded on first use. */
const CALCULATORS: Record<string, Load> = {
  axis_allies_pacific: () => import('./axis_allies_pacific/Calculator.svelte'),
  pacific_fury: () => import('./TableCalculator.svelte'),
  hold_fast: () => import('./TableCalculator.svelte'),
  victory_in_the_pacific: () => import('./TableCalculator.svelte'),
}

export const hasCalculator = (game: string): boolean => game in CALCULATORS

export async function calculatorOf(game: string): Promise<Component<CalculatorProps>> {
  const load = CALCULATORS[game]
  if (!load) throw new Error('This game has no battle calculator.')
  return (await load()).default
}
