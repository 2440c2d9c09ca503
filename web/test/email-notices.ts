/** Settings of notices that are sent by e-mail; nothing listens at the port. */
export const emailNotices = {
  publicUrl: 'https://dashboard.example.org',
  dataAgeDays: 7,
  email: {
    host: '127.0.0.1',
    port: 59_998,
    isSecure: false,
    from: { name: undefined, address: 'dashboard@example.org' },
    credentials: undefined,
  },
}
