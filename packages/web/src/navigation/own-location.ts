/**
 * The locations of a page. The router changes its location as soon as a visit begins, while the page that is being left stays on
 * screen until the next one has loaded: that page keeps the last location of its own route.
 */
export function ownLocations<Location extends { pathname: string }>(
  routeId: string | undefined,
  routesOf: (pathname: string) => readonly { id: string }[],
): (location: Location) => Location {
  let own: Location | undefined
  return (location) => {
    const isOwn = routeId === undefined || routesOf(location.pathname).some(({ id }) => id === routeId)
    if (own === undefined || isOwn) own = location
    return own
  }
}
