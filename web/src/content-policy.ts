import { z } from 'zod'

/*
 * The server's content policy forbids code made from strings, which Zod would otherwise try while
 * schemas are declared. So this must be the first import of main.tsx.
 */
z.config({ jitless: true })
