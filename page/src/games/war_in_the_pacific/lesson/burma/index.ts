import { readLesson } from '../../../../app/lesson/lesson'
import told from './lesson.json'

/** The lesson of a Game-Turn in Burma, with its positions. */
export default readLesson(told, import.meta.glob<string>('./*.toml', { query: '?raw', import: 'default', eager: true }))
