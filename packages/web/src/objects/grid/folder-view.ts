import { createStore } from '../../shared/store.ts'

const KEY = 'cooperage.folder-view'

type FolderViewKind = 'list' | 'grid'

/** How folders are shown on this device. */
const store = createStore<{ kind: FolderViewKind }>({ kind: read() })

export function useFolderViewKind(): FolderViewKind {
  return store.use().kind
}

export function setFolderViewKind(kind: FolderViewKind): void {
  store.set({ kind })
  try {
    localStorage.setItem(KEY, kind)
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}

function read(): FolderViewKind {
  try {
    return localStorage.getItem(KEY) === 'grid' ? 'grid' : 'list'
  } catch {
    // Storage is disabled.
    return 'list'
  }
}
