export {
  type CommandCount,
  CommandLog,
  type CountedCommands,
  mongodbLogFile,
  type WriteCount,
} from './engines/mongodb-command-log.ts';
