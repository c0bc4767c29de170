export { formatMoney } from '../../lib/core/format-money.ts';
