import { useCurrentConfiguration, useCurrentTab } from '../navigation/navigation.ts'
import { ConfigurationHistory } from './ConfigurationHistory.tsx'
import { ConfigurationList } from './ConfigurationList.tsx'
import { ConfigurationSection } from './ConfigurationSection.tsx'
import { ConfigurationImport } from './index.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The configuration of the storage server, and its history. */
export function SettingsPage() {
  const tab = useCurrentTab()
  const isHistory = tab === 'history'
  const { section, target, isAdding } = useCurrentConfiguration()
  const content = () => {
    if (isHistory) return <ConfigurationHistory />
    if (tab === 'import') return <ConfigurationImport />
    return section === '' ? <ConfigurationList /> : <ConfigurationSection key={section} name={section} />
  }
  const depth = [section !== '' || tab === 'import', target !== '' || isAdding].filter(Boolean).length
  return (
    <SettingsFrame tab={isHistory ? 'history' : 'configurations'} depth={depth}>
      {content()}
    </SettingsFrame>
  )
}
