import { readLesson } from '../../../app/lesson/lesson'
import lesson from './lesson.json'

/** The lesson of the first turn, with its positions. */
export default readLesson(lesson, import.meta.glob<string>('./*.toml', { query: '?raw', import: 'default', eager: true }))
