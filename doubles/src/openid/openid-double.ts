import { createServer } from 'node:http'
import { type ClientMetadata, type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { closeServer, listenOnLoopback } from '../loopback-server.ts'

/** The person who is signed in at the provider. Claims that are left out are not sent. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  given_name?: string
  family_name?: string
  preferred_username?: string
  groups?: string[]
}

export const openIdClient = { id: 'dashboard', secret: 'a secret of the client' }

export interface OpenIdDoubleOptions {
  /** Addresses of the dashboard to which the provider redirects. */
  redirectUris: string[]
  /** Defaults to a free port. */
  port?: number
  /** The dashboard, as registered at the provider. */
  client?: Partial<ClientMetadata>
}

/**
 * Starts a real OpenID provider on loopback, at which `person` is signed in: it sends the browser straight back without
 * a page. `null` means that the person declines.
 */
export async function startOpenIdDouble(options: OpenIdDoubleOptions) {
  const { port } = options
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void handle?.(request, response))
  const url = await listenOnLoopback(server, port)
  const double = {
    /** Value of OIDC_ISSUER. */
    url,
    person: { sub: 'nobody yet' } as Person | null,
    /** Variables of a dashboard that signs in here. */
    environment: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: openIdClient.id,
      OIDC_CLIENT_SECRET: openIdClient.secret,
      OIDC_NAME: 'Acme',
    },
    close: () => closeServer(server),
  }
  const provider = new Provider(
    url,
    configuration(options, () => double.person),
  )
  provider.use(async (context, next) => {
    // Each sign-in uses the present value of `person`.
    if (context.path === '/auth') context.req.headers.cookie = ''
    if (!context.path.startsWith('/interaction/')) return next()
    const { person } = double
    const result = person
      ? { login: { accountId: person.sub, remember: false } }
      : { error: 'access_denied', error_description: 'The person has declined.' }
    await provider.interactionFinished(context.req, context.res, result)
    context.respond = false
  })
  handle = provider.callback()
  return double
}

function configuration(
  { redirectUris, client }: OpenIdDoubleOptions,
  person: () => Person | null,
): Configuration {
  return {
    clients: [
      {
        client_id: openIdClient.id,
        client_secret: openIdClient.secret,
        redirect_uris: redirectUris,
        ...client,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      groups: ['groups'],
    },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy: [interactionPolicy.base().get('login')].filter((prompt) => prompt !== undefined),
      url: (_context, { uid }) => `/interaction/${uid}`,
    },
    cookies: { keys: ['of the double'] },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...person(), sub }),
    }),
    // The dashboard is trusted, so no consent is requested.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      if (!client || !session) return undefined
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  }
}
