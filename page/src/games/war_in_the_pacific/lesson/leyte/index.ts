import { readLesson } from '../../../../app/lesson/lesson'
import lesson from './lesson.json'

/** The lesson of Leyte, with its positions: the Objective and plans, a landing, kamikazes. */
export default readLesson(lesson, import.meta.glob<string>('./*.toml', { query: '?raw', import: 'default', eager: true }))
