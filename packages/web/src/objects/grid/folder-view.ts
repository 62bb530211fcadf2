import { createStore } from '../../shared/store.ts'

const KEY = 'cooperage.folder-view'

/** How folders are shown in this browser. */
interface FolderLook {
  kind: 'list' | 'grid'
  /** Whether the preview and details of an object are beside the folder, where the window is wide enough. */
  hasPane: boolean
}

const store = createStore<FolderLook>(read())

export const useFolderLook = (): FolderLook => store.use()

export function changeFolderLook(change: Partial<FolderLook>): void {
  const look = { ...store.get(), ...change }
  store.set(look)
  try {
    localStorage.setItem(KEY, `${look.kind}${look.hasPane ? ' pane' : ''}`)
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}

function read(): FolderLook {
  let kept: string[] = []
  try {
    kept = (localStorage.getItem(KEY) ?? '').split(' ')
  } catch {
    // Storage is disabled.
  }
  return { kind: kept[0] === 'grid' ? 'grid' : 'list', hasPane: kept[1] === 'pane' }
}
