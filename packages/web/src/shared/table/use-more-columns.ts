import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../../messages/i18n.ts'
import type { Column } from './columns.tsx'

/**
 * Further columns of a table, whose code is loaded once the rows are there. Those that can't be loaded aren't offered.
 * @param load must be the same at each render, as `about`, which the columns are made with
 */
export function useMoreColumns<T, About>(
  load: () => Promise<(about: About) => readonly Column<T>[]>,
  about: About,
  hasRows: boolean,
): readonly Column<T>[] {
  const { i18n } = useTranslation()
  const [make, setMake] = useState<(about: About) => readonly Column<T>[]>()
  useEffect(() => {
    if (!hasRows) return
    inLanguage(load).then(
      (loaded) => setMake(() => loaded),
      () => undefined,
    )
  }, [load, hasRows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headers are in the language
  return useMemo(() => make?.(about) ?? [], [make, about, i18n.language])
}
