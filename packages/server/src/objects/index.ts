/** Listing, uploading, downloading and deleting objects. */
export { objectRoutes } from './object.routes.ts'
