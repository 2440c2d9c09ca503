/** As browsers say it. */
export const acceptEncoding = 'gzip, deflate, br'
