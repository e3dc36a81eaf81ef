export { startJourneyCluster as default } from '../test/support/test-cluster.ts';
