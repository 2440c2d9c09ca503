import { localTime } from '@dashboard/contract/local-time'

// Loads the language data and the time zone, for all threads of the page.
localTime(new Date().toISOString())
close()
