export { type HistoryDocument, ORDER_HISTORY, type OrderDocument, ORDERS } from './orders/order-documents.ts';
