export const homePath = () => '/'

export const loginPath = () => '/login'
