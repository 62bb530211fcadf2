import { createStore } from '../../shared/store.ts'

const KEY = 'cooperage.policy-editor'

export type EditorView = 'json' | 'visual'

/** How policies are edited on this device. */
const store = createStore<{ view: EditorView }>({ view: read() })

export function useEditorView(): EditorView {
  return store.use().view
}

export function setEditorView(view: EditorView): void {
  store.set({ view })
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}

function read(): EditorView {
  try {
    return localStorage.getItem(KEY) === 'visual' ? 'visual' : 'json'
  } catch {
    // Storage is disabled.
    return 'json'
  }
}
