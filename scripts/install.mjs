/**
 * Runs before `npm start`, in a process of its own. Once the packages are installed, npm finds the packaged Node, so the console
 * runs on it directly, and no process of another Node stays beside it.
 */
import { ensureInstalled, orExplain } from './workspace.mjs'

await orExplain(() => ensureInstalled({ toStart: true }))
