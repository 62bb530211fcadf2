import type { SiteContradiction } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { WarningNote } from '../shared/WarningNote.tsx'
import { joined } from './site-names.ts'

/** What the storage server says about its sites although it can't be true. */
export function Contradictions({ found }: { found: readonly SiteContradiction[] }) {
  const t = useTexts('siteReplication')
  if (found.length === 0) return null
  const texts = found.map(({ kind, sites }) => {
    const names = kind === 'sameName' ? sites.slice(0, 1) : sites
    return t(`contradictions.${kind}`, { sites: joined(names.map((name) => name || t('contradictions.nameless'))) })
  })
  return (
    <WarningNote>
      {t('contradictions.title')}
      <ul className={layout.bullets}>
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </WarningNote>
  )
}
