import { inventMigration } from '@dashboard/store/test/invented-migration'

// A program that loads this file first is of a version that has the invented migration.
inventMigration()
