export interface Lesson { game: string }
