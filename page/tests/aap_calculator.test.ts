import { describe, expect, it } from 'vitest'
import { asByHand, inputOf, leftText, questionOf, remainsText, tablesOf, queryOf } from '../src/games/axis_allies_pacific/calculator'

describe('the calculator by hand', () => {
  it('is defined by the address, and writes it back', () => {
    const words = 'kind=sea&attack=1+destroyer%2C+2+fighter&defend=3+submarine&low_luck=true'
    const input = inputOf(words)
    expect(input).toEqual({ kind: 'sea', units: { attack: { destroyer: 1, fighter: 2 }, defend: { submarine: 3 } }, terms: { low_luck: 'true' } })
    expect(queryOf(input)).toBe(words)
    expect(questionOf(input)).toEqual({ kind: 'sea', attack: '1 destroyer, 2 fighter', defend: '3 submarine', low_luck: true })
  })
  it('ignores wrong parts of an address and units that do not fight there', () => {
    expect(inputOf('kind=moon&attack=2+dog,+1+battleship,+900+tank&bad=1')).toEqual({ kind: 'land', units: { attack: { tank: 200 } }, terms: {} })
    expect(inputOf('')).toEqual({ kind: 'land', units: {}, terms: {} })
  })
  it('requests nothing while units are missing', () => {
    expect(questionOf(inputOf('kind=land&attack=1+tank'))).toBeNull()
    expect(questionOf(inputOf('kind=landing&fleet=1+transport&defend=1+tank'))).toBeNull()
    const landing = 'fleet=2+transport&ashore=1+tank,+2+infantry&defend=1+tank&loads=as_written'
    expect(questionOf(inputOf(`kind=landing&${landing}`))).toMatchObject({ ashore: '2 infantry, 1 tank', loads: 'as_written' })
    expect(questionOf(inputOf(`kind=land&attack=1+tank&${landing}`))).not.toHaveProperty('loads')
    expect(questionOf(inputOf('kind=raid&attack=1+bomber&bank=7&rounds=2'))).toEqual({ kind: 'raid', attack: '1 bomber', bank: 7 })
  })
  it('shows the likeliest survivors, the most valuable first', () => {
    const percent = (chance: number): string => `${String(Math.round(chance * 100))} %`
    const remains = [[{ tank: 2 }, 0.3], [{ tank: 1, infantry: 1 }, 0.1], [{ tank: 1 }, 0.35], [{}, 0.25]] as const
    expect(remainsText(remains, percent)).toBe('2 tanks 30 %; 1 infantry and 1 tank 10 %; 1 tank 35 %; nothing 25 %')
    expect(remainsText(remains, percent, 2)).toBe('2 tanks 30 %; 1 tank 35 %')
  })
  it('requests an addition only with a budget', () => {
    const words = 'kind=land&attack=1+tank&defend=1+tank&add=infantry,tank'
    expect(questionOf(inputOf(words))).toEqual({ kind: 'land', attack: '1 tank', defend: '1 tank' })
    expect(questionOf(inputOf(`${words}&purse=12&adding_to=defender`))).toMatchObject({ add: 'infantry,tank', purse: 12, adding_to: 'defender' })
    expect(questionOf(inputOf('kind=landing&fleet=1+transport&ashore=1+tank&defend=1+tank&add=infantry&purse=12'))).not.toHaveProperty('add')
  })
  it('takes a battle of the board without loads, and no transport against a territory', () => {
    expect(inputOf(asByHand('sea', { transport_infantry_artillery: 1, transport: 1, destroyer_infantry: 1 }, { cap: 2 })).units).toEqual({ attack: { destroyer: 1, transport: 2 }, defend: { cap: 2 } })
    expect(inputOf(asByHand('land', { infantry: 2 }, { infantry: 1, aa_gun: 1 })).units).toEqual({ attack: { infantry: 2 }, defend: { infantry: 1 } })
  })
  it('counts a landing in two tables', () => {
    expect(tablesOf('landing').map(({ title, columns }) => [title, columns.map(({ field }) => field)])).toEqual([['At sea', ['fleet', 'at_sea']], ['On land', ['ashore', 'attack', 'defend']]])
    expect(tablesOf('raid').map(({ kinds }) => kinds)).toEqual([['fighter', 'bomber']])
  })
  it('describes the survivors in words', () => {
    expect(leftText({ destroyer: 0.96, fighter: 1.25, tank: 0.01 })).toBe('1 destroyer and 1.3 fighters')
    expect(leftText({})).toBe('nothing')
  })
})
