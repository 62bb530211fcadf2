import { useQueryClient } from '@tanstack/react-query'
import { loadKeepLayout } from '../../shared/table/loaders.ts'
import { useTableLayout } from '../../shared/table/table-layout.ts'

/** What folders can show besides their list: objects as a grid, and a pane with the preview and details of one, on wide screens. */
export type FolderPart = 'grid' | 'pane'
const PARTS: readonly FolderPart[] = ['grid', 'pane']

/** The choice is kept as that of the columns of a table. */
const TABLE = 'folder-parts'

interface FolderLook {
  has: (part: FolderPart) => boolean
  toggle: (part: FolderPart) => void
}

/** How the account has folders shown. */
export function useFolderLook(): FolderLook {
  const client = useQueryClient()
  const layout = useTableLayout(TABLE)
  const has = (part: FolderPart) => layout.some(({ id, isShown }) => id === part && isShown)
  return {
    has,
    toggle: async (part) => {
      const parts = PARTS.map((id) => ({ id, isShown: has(id) !== (id === part) }))
      const keepLayout = await loadKeepLayout()
      keepLayout(client, TABLE, parts)
    },
  }
}
