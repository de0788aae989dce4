/** The longest question that fits its line. */
const LINE = 56

/** The first of these questions that fits its line, else the last. */
export const fitting = (...questions: readonly string[]): string => questions.find(({ length }) => length <= LINE) ?? questions.at(-1)!
