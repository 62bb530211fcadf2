import { useCurrentConfiguration, useCurrentTab } from '../navigation/navigation.ts'
import { ConfigurationHistory } from './ConfigurationHistory.tsx'
import { ConfigurationList } from './ConfigurationList.tsx'
import { ConfigurationSection } from './ConfigurationSection.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The configuration of the storage server, and its history. */
export function SettingsPage() {
  const isHistory = useCurrentTab() === 'history'
  const { section } = useCurrentConfiguration()
  const content = () => {
    if (isHistory) return <ConfigurationHistory />
    return section === '' ? <ConfigurationList /> : <ConfigurationSection key={section} name={section} />
  }
  return <SettingsFrame tab={isHistory ? 'history' : 'configurations'}>{content()}</SettingsFrame>
}
