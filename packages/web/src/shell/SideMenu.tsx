import { EMBEDDED_FEATURE, SERVERS_FEATURE, type Session } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSearch,
} from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentPath } from '../navigation/navigation.ts'
import { homePath } from '../navigation/paths/pages.ts'
import { ServerSwitch } from '../servers/index.ts'
import type { MenuItem } from '../shared/feature.ts'
import { Logo } from '../shared/Logo.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import { useLogout } from '../sign-out/use-logout.ts'
import { isWithin, type MenuGroup, menuFor } from './menu.ts'
import { Profile } from './Profile.tsx'
import { preferences, toggleGroup } from './preferences.ts'
import classes from './shell.module.css'
import { IS_MAC } from './shortcuts.ts'

export interface SideMenuProps {
  session: Session
  /** Expiry of the session by this machine's clock. */
  endsAt: number
  /** Shown in a drawer, where it is never collapsed. */
  isInDrawer?: boolean
  onOpenPalette: () => void
  onShowShortcuts: () => void
}

export function SideMenu({ session, endsAt, isInDrawer = false, onOpenPalette, onShowShortcuts }: SideMenuProps) {
  const t = useTexts(['shell', 'shared'])
  const isNarrow = preferences.use().isMenuNarrow && !isInDrawer
  return (
    <div className={classes.side} data-narrow={isNarrow || undefined}>
      <div className={classes.brand}>
        <AppLink to={homePath()} className={classes.brandLink} title={isNarrow ? t('shared:product') : undefined}>
          <Logo size={26} />
          <span className={classes.text}>{t('shared:product')}</span>
        </AppLink>
        {!isInDrawer && <NarrowToggle isNarrow={isNarrow} />}
      </div>
      {session.features.includes(SERVERS_FEATURE) && !isNarrow && <ServerSwitch />}
      {!isInDrawer && (
        <button
          type="button"
          className={classes.find}
          title={t('palette.title')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onOpenPalette}
        >
          <IconSearch size={16} aria-hidden="true" />
          <span className={classes.text}>{t('palette.open')}</span>
          <kbd className={classes.keys}>{IS_MAC ? '⌘' : t('controlKey')} K</kbd>
        </button>
      )}
      <nav className={classes.nav} aria-label={t('mainMenu')}>
        {menuFor(session).map((group) => (
          <Group key={group.id} group={group} isNarrow={isNarrow} />
        ))}
      </nav>
      <div className={classes.foot}>
        <div className={classes.footLine}>
          <Profile session={session} endsAt={endsAt} isNarrow={isNarrow} onShowShortcuts={onShowShortcuts} />
          <ThemeToggle />
        </div>
        {!session.features.includes(EMBEDDED_FEATURE) && <LogoutItem isNarrow={isNarrow} />}
      </div>
    </div>
  )
}

function NarrowToggle({ isNarrow }: { isNarrow: boolean }) {
  const t = useTexts('shell')
  const label = t(isNarrow ? 'widenMenu' : 'narrowMenu')
  const Icon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size={32}
      aria-label={label}
      title={label}
      onClick={() => preferences.set({ isMenuNarrow: !isNarrow })}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}

function Group({ group, isNarrow }: { group: MenuGroup; isNarrow: boolean }) {
  const t = useTexts('shell')
  const { closedGroups } = preferences.use()
  const listId = useId()
  // A collapsed menu has no headings to open a group with.
  const isOpen = isNarrow || !closedGroups.includes(group.id)
  return (
    <div className={classes.group}>
      {group.id !== 'start' && group.id !== 'end' && !isNarrow && (
        <button
          type="button"
          className={classes.groupHead}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => toggleGroup(group.id)}
        >
          {t(`groups.${group.id}`)}
          <IconChevronDown size={14} aria-hidden="true" className={classes.chevron} />
        </button>
      )}
      <ul id={listId} className={classes.items} hidden={!isOpen}>
        {group.items.map((item) => (
          <li key={item.page}>
            <ItemLink item={item} isNarrow={isNarrow} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ItemLink({
  item: { page, label: name, icon: Icon, isGuide, below = page, badge: Badge },
  isNarrow,
}: {
  item: MenuItem
  isNarrow: boolean
}) {
  const t = useTexts('shell')
  const label = t(`menu.${name}`)
  const path = useCurrentPath()
  const link = useRef<HTMLAnchorElement>(null)
  const isCurrent = isWithin(path, page) || isWithin(path, below)
  useEffect(() => {
    // A low window shows only a part of the menu.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <AppLink
      ref={link}
      to={page}
      className={classes.item}
      title={isNarrow ? label : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isGuide ? { target: '_blank', rel: 'noopener', 'aria-description': t('newTab') } : {})}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={classes.text}>{label}</span>
      {Badge && <Badge />}
    </AppLink>
  )
}

function LogoutItem({ isNarrow }: { isNarrow: boolean }) {
  const t = useTexts('shell')
  const logout = useLogout()
  return (
    <button type="button" className={classes.item} title={isNarrow ? t('logout') : undefined} onClick={logout}>
      <IconLogout size={18} aria-hidden="true" />
      <span className={classes.text}>{t('logout')}</span>
    </button>
  )
}
