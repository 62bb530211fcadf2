export const homePath = () => '/'

export const loginPath = () => '/login'

/** Where an identity provider returns to. */
export const oauthCallbackPath = () => '/oauth_callback'
