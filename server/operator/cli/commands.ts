import type { Command, StandaloneCommand } from '../command.ts';
import { doctorCommands } from '../doctor/doctor.ts';
import { accountCommands } from './account-commands.ts';
import { addressKeyCommands } from './address-key-commands.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup-commands.ts';
import { ledgerCommands } from './ledger-commands.ts';
import { letterCommands } from './letter-commands.ts';
import { offerCommands } from './offer-commands.ts';
import { orphanCommands } from './orphan-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { refundCommands } from './refund-commands.ts';
import { reportCommands } from './report-commands.ts';
import { restoredCommands } from './restored-commands.ts';
import { senderCommands } from './sender-commands.ts';
import { suppressionCommands } from './suppression-commands.ts';

export const COMMANDS: Record<string, Command | StandaloneCommand> = {
  ...doctorCommands,
  ...backupCommands,
  ...restoredCommands,
  ...accountCommands,
  ...letterCommands,
  ...queueCommands,
  ...orphanCommands,
  ...refundCommands,
  ...reportCommands,
  ...senderCommands,
  ...suppressionCommands,
  ...addressKeyCommands,
  ...ledgerCommands,
  ...paymentCommands,
  ...offerCommands,
  ...auditCommands,
};
