export const dashboardPath = () => '/dashboard'
