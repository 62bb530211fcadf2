import type { Session } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { MessageArea } from '../shared/feedback/MessageArea.tsx'
import { Logo } from '../shared/Logo.tsx'
import layout from '../shared/layout.module.css'
import { loadDrawer } from '../shared/overlay/loaders.ts'
import { useLoaded } from '../shared/overlay/use-loaded.ts'
import { PHONE_QUERY } from '../shared/theme.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { hidesMenu, menuFor } from './menu.ts'
import { preferences } from './preferences.ts'
import { RestartBanner } from './RestartBanner.tsx'
import { SideMenu, type SideMenuProps } from './SideMenu.tsx'
import classes from './shell.module.css'
import { useFrameDialogs } from './use-frame-dialogs.tsx'
import { focusSearch, useShortcuts } from './use-shortcuts.ts'

interface ShellProps {
  session: Session
  /** Expiry of the session by this machine's clock. */
  endsAt: number
  /** Shown below every page. */
  dock: ReactNode
  children: ReactNode
}

/** The row of a page's table that is in the tab order. */
function tableRow(page: HTMLElement | null): HTMLElement | null {
  return page?.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]') ?? null
}

/** The frame of every page: skip links, side menu (a drawer on a phone), banners of the whole console, main region. */
export function Shell({ session, endsAt, dock, children }: ShellProps) {
  const t = useTexts(['shell', 'shared'])
  const path = useCurrentPath()
  const isPhone = useMediaQuery(PHONE_QUERY, window.matchMedia(PHONE_QUERY).matches) === true
  const main = useRef<HTMLElement>(null)
  const isMenuHidden = hidesMenu(path)
  const { isMenuNarrow } = preferences.use()
  const { open, dialog } = useFrameDialogs(session)
  useFrameKeys(session, open)

  const menu: SideMenuProps = {
    session,
    endsAt,
    onOpenPalette: () => open('palette'),
    onShowShortcuts: () => open('shortcuts'),
  }
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <button type="button" className={classes.skip} onClick={() => (tableRow(main.current) ?? main.current)?.focus()}>
        {t('skipToTable')}
      </button>
      {!isMenuHidden && !isPhone && (
        <header className={classes.aside} data-narrow={isMenuNarrow || undefined}>
          <SideMenu {...menu} />
        </header>
      )}
      {!isMenuHidden && isPhone && <MenuBar path={path} menu={menu} />}
      <div className={classes.column}>
        <RestartBanner onRestart={() => open('restart')} />
        <div className={classes.stage}>
          <LoadingBar />
          <main ref={main} id="main" tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <MessageArea />
        </div>
        {dock}
      </div>
      {dialog}
    </div>
  )
}

/** The top bar on a phone; the menu is a drawer there. */
function MenuBar({ path, menu }: { path: string; menu: SideMenuProps }) {
  const t = useTexts(['shell', 'shared'])
  // The drawer is open on one page only: navigating closes it.
  const [drawerPath, setDrawerPath] = useState<string>()
  const isDrawerOpen = drawerPath === path
  const close = () => setDrawerPath(undefined)
  const LoadedDrawer = useLoaded(loadDrawer, isDrawerOpen, close)
  return (
    <nav className={classes.bar} aria-label={t('menuBar')}>
      <ActionIcon
        variant="subtle"
        color="neutral"
        size={44}
        aria-label={t('openMenu')}
        aria-expanded={isDrawerOpen}
        onClick={() => setDrawerPath(path)}
      >
        <IconMenu2 size={22} />
      </ActionIcon>
      <Logo size={24} />
      <span className={layout.heading}>{t('shared:product')}</span>
      <ActionIcon
        variant="subtle"
        color="neutral"
        size={44}
        className={classes.barFind}
        aria-label={t('palette.open')}
        onClick={menu.onOpenPalette}
      >
        <IconSearch size={20} />
      </ActionIcon>
      {LoadedDrawer && (
        <LoadedDrawer
          label={t('mainMenu')}
          isOpen={isDrawerOpen}
          onClose={close}
          width={285}
          bodyClassName={classes.drawer ?? ''}
        >
          <SideMenu
            {...menu}
            isInDrawer
            onShowShortcuts={() => {
              close()
              menu.onShowShortcuts()
            }}
          />
        </LoadedDrawer>
      )}
    </nav>
  )
}

function useFrameKeys(session: Session, open: (dialog: 'palette' | 'shortcuts') => void): void {
  const { push } = useNavigation()
  const pages = useMemo(
    () =>
      new Map(
        menuFor(session)
          .flatMap(({ items }) => items)
          .flatMap(({ key, page }) => (key === undefined ? [] : [[key, page] as const])),
      ),
    [session],
  )
  useShortcuts(pages, (shortcut) => {
    if (shortcut === 'palette') open('palette')
    else if (shortcut === 'help') open('shortcuts')
    else if (shortcut === 'search') focusSearch()
    else push(shortcut.goTo)
  })
}
